internal import ComponentModel
internal import Linux

/// A scalar Turtle value, as the atom that sratom would produce.
struct AtomLiteral {
  /// URI of the atom's type.
  let type: String
  /// The atom's body; for an `atom:URID`, the text of the URI.
  let bytes: [UInt8]
  /// URIs of a literal's datatype and language, which come before its text.
  var annotation: (datatype: String?, language: String?)?

  /// - Parameter bundle: path of the bundle, which relative paths start from.
  /// - Returns: nil if the text is not valid for its datatype.
  init?(_ term: Term, _ graph: Graph, bundle: String) {
    let text = graph.text(term)
    if graph.kind(term) == .uri {
      let path = FileURI.path(text)
      self.init(path == nil ? "URID" : "Path", Array((path ?? text).utf8) + (path == nil ? [] : [0]))
    } else if let language = graph.language(term) {
      self.init("Literal", Array(text.utf8) + [0])
      annotation = (nil, Namespace.languages + graph.text(language))
    } else if let datatype = graph.datatype(term).map({ graph.text($0) }) {
      self.init(text, datatype, bundle: bundle)
    } else {
      self.init("String", Array(text.utf8) + [0])
    }
  }

  private init(_ type: String, _ bytes: [UInt8]) { self.init(uri: Namespace.atom + type, bytes) }

  private init(uri: String, _ bytes: [UInt8]) {
    type = uri
    self.bytes = bytes
  }

  private init?(_ text: String, _ datatype: String, bundle: String) {
    let name = Namespace.local(datatype, in: Namespace.xsd) ?? Namespace.local(datatype, in: Namespace.atom)
    switch name {
    case "Path":
      let isRelative = !text.isEmpty && !LexicalPath.isAbsolute(text)
      self.init("Path", Array((isRelative ? "\(bundle)/\(text)" : text).utf8) + [0])
    case "string", "String": self.init("String", Array(text.utf8) + [0])
    case "base64Binary":
      guard let bytes = Base64.decoded(text) else { return nil }
      self.init("Chunk", bytes)
    case nil where datatype == LV2.midiEvent:
      guard let bytes = Self.hexadecimal(text) else { return nil }
      self.init(uri: datatype, bytes)
    default:
      if let name, let type = Self.numberTypes[name] {
        guard let number = Self.number(text, type) else { return nil }
        self.init(number.type, number.bytes)
      } else {
        self.init("Literal", Array(text.utf8) + [0])
        annotation = (datatype, nil)
      }
    }
  }

  private static let numberTypes = [
    "int": "Int", "integer": "Int", "Int": "Int", "long": "Long", "Long": "Long", "float": "Float", "decimal": "Float",
    "Float": "Float", "double": "Double", "Double": "Double", "boolean": "Bool", "Bool": "Bool",
  ]

  /// The body of a number of an `atom:` type; a whole number that needs more than 32 bits is an `atom:Long`.
  static func number(_ text: String, _ type: String) -> (type: String, bytes: [UInt8])? {
    switch type {
    case "Int":
      if let value = Int32(text) { return (type, memory(of: value)) }
      return Int64(text).map { ("Long", memory(of: $0)) }
    case "Long": return Int64(text).map { (type, memory(of: $0)) }
    case "Float": return Float(text).map { (type, memory(of: $0)) }
    case "Double": return Double(text).map { (type, memory(of: $0)) }
    case "Bool": return (type, memory(of: Int32(text == "true" || text == "1" ? 1 : 0)))
    default: return nil
    }
  }

  private static func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

/// The bytes of a value in memory.
// SAFETY: A bitwise copyable value is its bytes, which are copied.
func memory(of value: some BitwiseCopyable) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
