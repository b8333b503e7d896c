internal import BundleReading
internal import ComponentScan
internal import Turtle

extension TurtleNode {
  /// The URI of a resource that has one.
  var uri: String? { if case .uri(let uri) = self { uri } else { nil } }
}

/// What one Turtle file of the bundle says.
final class Document {
  /// Relative to the bundle.
  let file: String
  /// What URIs that are written without a scheme are relative to.
  private let base: String?
  private let prefixes: [(name: String, uri: String)]
  private var facts: [TurtleNode: [Fact]] = [:]
  /// All subjects, in the order of the file.
  private(set) var subjects: [TurtleNode] = []
  /// At most so many statements of a file are read.
  static let limit = 2_000_000

  struct Fact {
    var predicate: String
    var object: TurtleNode
  }

  init(file: String, in bundle: String, _ document: TurtleDocument) {
    self.file = file
    // Of a file in a folder below, relative URIs would need `..`; they are written in full.
    base = file.contains("/") ? nil : "file://\(bundle)/"
    prefixes = document.prefixes.map { (name: $0.key, uri: $0.value) }.filter { !$0.uri.isEmpty }
      .sorted { ($1.uri.utf8.count, $0.name) < ($0.uri.utf8.count, $1.name) }
    for statement in document.statements {
      if facts[statement.subject] == nil { subjects.append(statement.subject) }
      facts[statement.subject, default: []].append(Fact(predicate: statement.predicate, object: statement.object))
    }
  }

  func facts(of subject: TurtleNode) -> [Fact] { facts[subject] ?? [] }

  /// A URI as this file writes it: with a prefix that it declares, or in full.
  func term(_ uri: String) -> String {
    for prefix in prefixes where uri.hasPrefix(prefix.uri) {
      let name = uri.dropFirst(prefix.uri.count)
      if Self.isLocalName(name) { return "\(prefix.name):\(name)" }
    }
    if let base, uri.hasPrefix(base), uri.count > base.count { return "<\(uri.dropFirst(base.count))>" }
    return "<\(uri)>"
  }

  private static func isLocalName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), first != 0x2D else {
      return false
    }
    return name.utf8.allSatisfy {
      ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F || $0 == 0x2D
    }
  }

  /// A statement's predicate.
  func verb(_ uri: String) -> String { uri == Namespace.type ? "a" : term(uri) }

  /// An object as this file writes it.
  func rendered(_ node: TurtleNode) -> String {
    switch node {
    case .uri(let uri): return term(uri)
    case .blank: return "[ … ]"
    case .literal(let text, let datatype, let language):
      if let language { return Self.quoted(text) + "@" + language }
      guard let datatype else { return Self.quoted(text) }
      let plain = ["integer", "decimal", "double", "boolean"].map { "http://www.w3.org/2001/XMLSchema#" + $0 }
      return plain.contains(datatype) ? text : Self.quoted(text) + "^^" + term(datatype)
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
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

/// An object of a statement, with the file that says it.
struct Value {
  var node: TurtleNode
  var document: Document

  var uri: String? { node.uri }

  /// The text of a literal.
  var text: String? { if case .literal(let text, _, _) = node { text } else { nil } }

  var language: String? { if case .literal(_, _, let language) = node { language } else { nil } }

  /// The number of a literal that is one; true and false count as 1 and 0.
  var number: Double? {
    guard case .literal(let text, let datatype, nil) = node, datatype != nil else { return nil }
    if text == "true" { return 1 }
    if text == "false" { return 0 }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Some files of a bundle, read as one.
struct Graph {
  var documents: [Document]

  /// The objects of a subject's statements with a property.
  func values(_ subject: TurtleNode, _ predicate: String) -> [Value] {
    documents.flatMap { document in
      document.facts(of: subject).filter { $0.predicate == predicate }.map {
        Value(node: $0.object, document: document)
      }
    }
  }

  func uris(_ subject: TurtleNode, _ predicate: String) -> [String] { values(subject, predicate).compactMap(\.uri) }

  /// The first file that speaks of a subject.
  func document(of subject: TurtleNode) -> Document? { documents.first { !$0.facts(of: subject).isEmpty } }

  /// All resources that some file gives a class.
  func subjects(ofClass uri: String) -> [TurtleNode] {
    var seen: Set<TurtleNode> = []
    return documents.flatMap { document in
      document.subjects.filter { subject in
        document.facts(of: subject).contains { $0.predicate == Namespace.type && $0.object == .uri(uri) }
      }
    }.filter { seen.insert($0).inserted }
  }

  /// One text of a property: one without a language, or else any.
  func text(_ subject: TurtleNode, _ predicate: String) -> String? {
    let values = values(subject, predicate).filter { $0.text != nil }
    return (values.first { $0.language == nil } ?? values.first)?.text
  }
}
