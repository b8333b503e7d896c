internal import BundleReading
internal import ComponentModel

/// One Turtle file of the bundle.
final class Document {
  /// The path of the file, relative to the bundle.
  let file: String
  let graph: Graph
  private let number: Int
  /// The base of relative URIs; nil if URIs are written in full.
  private let base: String?
  private let prefixes: [(name: String, uri: String)]

  /// - Parameter number: the number of the file in the graph.
  init(file: String, in bundle: String, _ graph: Graph, number: Int) {
    self.file = file
    self.graph = graph
    self.number = number
    // In a subfolder relative URIs would need `..`, so they are written in full.
    base = file.utf8.contains(UInt8(ascii: "/")) ? nil : "file://\(bundle)/"
    prefixes = graph.files[number].prefixes.map { (name: $0.key, uri: $0.value) }.filter { !$0.uri.isEmpty }
      .sorted { ($1.uri.utf8.count, $0.name) < ($0.uri.utf8.count, $1.name) }
  }

  /// The statements in file order.
  var statements: some Sequence<Statement> { graph.statements(inFile: number) }

  /// All subjects in file order.
  lazy var subjects: [Term] = {
    var seen: Set<Term> = []
    return statements.map(\.subject).filter { seen.insert($0).inserted }
  }()

  /// The statements about a subject in file order.
  func facts(of subject: Term) -> [Statement] { graph.statements(about: subject).filter { $0.file == number } }

  /// The values of a subject's property.
  func values(_ subject: Term, _ property: Property) -> [Value] {
    let predicate = graph.term(property)
    var values: [Value] = []
    for statement in graph.statements(about: subject) where statement.predicate == predicate && statement.file == number
    {
      values.append(Value(node: statement.object, document: self))
    }
    return values
  }

  /// Whether the file has statements about a subject.
  func speaks(of subject: Term) -> Bool { graph.statements(about: subject).contains { $0.file == number } }

  /// The resources of a class.
  func subjects(ofClass type: ResourceClass) -> [Term] {
    let (property, object) = (graph.term(.rdfType), graph.term(type))
    return statements.filter { $0.predicate == property && $0.object == object }.map(\.subject)
  }

  /// A property as this file writes it.
  func term(_ property: Property) -> String { term(property.uri) }

  /// A URI as this file writes it: with a prefix that it declares, or in full.
  func term(_ uri: String) -> String {
    for prefix in prefixes where uri.utf8.starts(with: prefix.uri.utf8) {
      let name = Substring(uri.utf8.dropFirst(prefix.uri.utf8.count))
      if Self.isLocalName(name) { return "\(prefix.name):\(name)" }
    }
    if let base, uri.utf8.starts(with: base.utf8), uri.utf8.count > base.utf8.count {
      return "<\(Substring(uri.utf8.dropFirst(base.utf8.count)))>"
    }
    return "<\(uri)>"
  }

  private static func isLocalName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !first.isASCIIDigit, first != UInt8(ascii: "-") else { return false }
    return name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-".utf8.contains($0) }
  }

  func verb(_ property: Property) -> String { property == .rdfType ? "a" : term(property) }

  /// An object as this file writes it.
  func rendered(_ term: Term) -> String {
    let text = graph.text(term)
    switch graph.kind(term) {
    case .uri: return self.term(text)
    case .blank: return "[ … ]"
    case .integer, .decimal, .boolean: return text
    case .string, .binary:
      if let language = graph.language(term) { return Self.quoted(text) + "@" + graph.text(language) }
      guard let datatype = graph.datatype(term) else { return Self.quoted(text) }
      return Self.quoted(text) + "^^" + self.term(graph.text(datatype))
    }
  }

  /// A text as a Turtle literal.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
          result += "\\u" + String(scalar.value, radix: 16, uppercase: true, width: 4)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
