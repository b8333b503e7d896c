/// The names in Turtle: IRIs, and names with a prefix. Comments, strings and prefix declarations are skipped.
struct TurtleNames {
  private enum Word: Equatable {
    case iri(ArraySlice<UInt8>)
    /// Anything else except punctuation, such as `dman:DynManifest` and `@prefix`.
    case name(ArraySlice<UInt8>)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a name of a vocabulary is used, written in full or with a prefix.
  func contains(_ vocabulary: String, _ name: String) -> Bool {
    var words = self
    var prefixes: Set<ArraySlice<UInt8>> = []
    let whole = Array((vocabulary + name).utf8)[...]
    while let word = words.next() {
      switch word {
      case .iri(whole): return true
      case .iri: break
      case .name(let spelling) where Self.declaresPrefix(spelling):
        guard case .name(let prefix)? = words.next(), case .iri(let iri)? = words.next() else { continue }
        if iri.elementsEqual(vocabulary.utf8) { prefixes.insert(prefix) } else { prefixes.remove(prefix) }
      case .name(let spelling): if prefixes.contains(where: { spelling == $0 + name.utf8 }) { return true }
      }
    }
    return false
  }

  private static func declaresPrefix(_ spelling: ArraySlice<UInt8>) -> Bool {
    spelling.elementsEqual("@prefix".utf8) || String(decoding: spelling, as: UTF8.self).lowercased() == "prefix"
  }

  /// The next IRI or name; nil at the end.
  private mutating func next() -> Word? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "#"): skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText()
      case UInt8(ascii: "<"):
        position += 1
        let iri = skip { $0 != UInt8(ascii: ">") }
        position += 1
        return .iri(iri)
      case let byte where Self.endsName(byte): position += 1
      default:
        let name = skip { !Self.endsName($0) }
        let end = name.lastIndex { $0 != UInt8(ascii: ".") }
        if let end { return .name(name[...end]) }
      }
    }
    return nil
  }

  private static func endsName(_ byte: UInt8) -> Bool { byte <= 0x20 || "<>\"'#;,[](){}".utf8.contains(byte) }

  @discardableResult
  private mutating func skip(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Skips a quoted string, with single or triple quotes.
  private mutating func skipText() {
    let quote = bytes[position]
    let isLong = bytes[position...].prefix(3).elementsEqual([quote, quote, quote])
    let closing = Array(repeating: quote, count: isLong ? 3 : 1)
    position += closing.count
    while position < bytes.count, !bytes[position...].starts(with: closing) {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += closing.count
  }
}
