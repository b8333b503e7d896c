internal import ComponentModel
internal import Turtle

/// Reads port values and states as presets have them (`pset:value`, `state:state`).
struct StateReader {
  let graph: Graph

  /// What a file says of a subject.
  func content(of subject: Term, inFile file: Int) -> PresetContent {
    var content = PresetContent()
    for statement in graph.statements(about: subject) where statement.file == file {
      let inner = graph.statements(about: statement.object).filter { $0.file == file }
      switch Property(rawValue: statement.predicate.position) {
      case .stateState: content.state += inner.compactMap(property)
      case .lv2Port: if let (symbol, value) = portValue(inner) { content.parameters[symbol] = value }
      default: break
      }
    }
    return content
  }

  private func portValue(_ statements: [Statement]) -> (String, Float)? {
    guard let symbol = text(.lv2Symbol, statements), let value = text(.presetValue, statements) else { return nil }
    return Self.number(value).map { (symbol, $0) }
  }

  private func text(_ property: Property, _ statements: [Statement]) -> String? {
    statements.first { $0.predicate.position == property.rawValue }.map { graph.text($0.object) }
  }

  private static func number(_ text: String) -> Float? {
    text == "true" ? 1 : text == "false" ? 0 : Float(text)
  }

  private func property(_ statement: Statement) -> StateProperty? {
    guard let value = StateLiteral(statement.object, graph) else { return nil }
    // State in a file is plain and portable data.
    return StateProperty(key: graph.text(statement.predicate), type: value.type, bytes: value.bytes, flags: 3)
  }
}

/// A literal or URI converted to an atom.
private struct StateLiteral {
  let type: String
  let bytes: [UInt8]

  /// - Returns: nil for a blank node and for a malformed number.
  init?(_ term: Term, _ graph: Graph) {
    let text = graph.text(term)
    switch graph.kind(term) {
    case .blank: return nil
    case .uri:
      let path = FileURI.path(text)
      self.init("\(path == nil ? "URID" : "Path")", Array((path ?? text).utf8) + (path == nil ? [] : [0]))
    default:
      let datatype = graph.datatype(term).map { graph.text($0) } ?? ""
      guard let name = Namespace.local(datatype, in: Namespace.xsd) ?? Namespace.local(datatype, in: Namespace.atom)
      else {
        self.init("String", Array(text.utf8) + [0])
        return
      }
      self.init(text, typed: name)
    }
  }

  private init(_ type: String, _ bytes: [UInt8]) {
    self.type = Namespace.atom + type
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
