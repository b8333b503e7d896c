internal import ComponentModel
internal import Turtle

/// Reads port values and states as presets have them (`pset:value`, `state:state`), with serd: lilv gives a state only to a
/// plugin that runs.
struct StateReader {
  private static let port = LV2.core + "port"
  private static let symbol = LV2.core + "symbol"
  private static let value = "http://lv2plug.in/ns/ext/presets#value"
  private static let state = "http://lv2plug.in/ns/ext/state#state"

  /// What a file says of a subject.
  static func content(of subject: String, inFile path: String) -> PresetContent {
    var parts: Set<TurtleNode> = [.uri(subject)]
    // serd gives a blank node's own statements after the one that leads to it, so one pass over the file is enough where
    // the subject's nodes are collected on the way.
    let all = TurtleReader.statements(inFile: path) { $0 == .uri(subject) || isBlank($0) }
    for statement in all where statement.subject == .uri(subject) {
      if statement.predicate == port || statement.predicate == state { parts.insert(statement.object) }
    }
    return content(all.filter { parts.contains($0.subject) }, of: .uri(subject))
  }

  private static func isBlank(_ node: TurtleNode) -> Bool {
    if case .blank = node { return true }
    return false
  }

  private static func content(_ statements: [TurtleStatement], of subject: TurtleNode) -> PresetContent {
    var content = PresetContent()
    let nodes = Dictionary(grouping: statements, by: \.subject)
    for statement in nodes[subject] ?? [] {
      let inner = nodes[statement.object] ?? []
      if statement.predicate == state { content.state += inner.compactMap(property) }
      if statement.predicate == port, let (symbol, value) = portValue(inner) { content.parameters[symbol] = value }
    }
    return content
  }

  private static func portValue(_ statements: [TurtleStatement]) -> (String, Float)? {
    guard let symbol = statements.first(where: { $0.predicate == symbol })?.object.text,
      let text = statements.first(where: { $0.predicate == value })?.object.text
    else { return nil }
    return number(text).map { (symbol, $0) }
  }

  private static func number(_ text: String) -> Float? {
    text == "true" ? 1 : text == "false" ? 0 : Float(text)
  }

  private static func property(_ statement: TurtleStatement) -> StateProperty? {
    guard let value = StateLiteral(statement.object) else { return nil }
    // What stands in a file is plain data that any machine reads.
    return StateProperty(key: statement.predicate, type: value.type, bytes: value.bytes, flags: 3)
  }
}

/// A literal or URI as the atom that it stands for.
private struct StateLiteral {
  let type: String
  let bytes: [UInt8]

  private static let atom = "http://lv2plug.in/ns/ext/atom#"
  private static let xsd = "http://www.w3.org/2001/XMLSchema#"

  /// - Returns: nil for a blank node and for a number that is none.
  init?(_ node: TurtleNode) {
    switch node {
    case .blank: return nil
    case .uri(let uri):
      let path = FileURI.path(uri)
      self.init("\(path == nil ? "URID" : "Path")", Array((path ?? uri).utf8) + (path == nil ? [] : [0]))
    case .literal(let text, let datatype, _):
      guard let datatype, datatype.hasPrefix(Self.xsd) || datatype.hasPrefix(Self.atom) else {
        self.init("String", Array(text.utf8) + [0])
        return
      }
      self.init(text, typed: String(datatype.drop { $0 != "#" }.dropFirst()))
    }
  }

  private init(_ type: String, _ bytes: [UInt8]) {
    self.type = Self.atom + type
    self.bytes = bytes
  }

  private init?(_ text: String, typed name: String) {
    switch name {
    case "int", "integer", "Int": guard let value = Int32(text) else { return nil }; self.init("Int", memory(of: value))
    case "long", "Long": guard let value = Int64(text) else { return nil }; self.init("Long", memory(of: value))
    case "float", "decimal", "Float":
      guard let value = Float(text) else { return nil }; self.init("Float", memory(of: value))
    case "double", "Double": guard let value = Double(text) else { return nil }; self.init("Double", memory(of: value))
    case "boolean", "Bool": self.init("Bool", memory(of: Int32(text == "true" || text == "1" ? 1 : 0)))
    case "base64Binary": guard let bytes = Base64.decoded(text) else { return nil }; self.init("Chunk", bytes)
    case "Path": self.init("Path", Array(text.utf8) + [0])
    default: self.init("String", Array(text.utf8) + [0])
    }
  }
}

private func memory(of value: some BitwiseCopyable) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
