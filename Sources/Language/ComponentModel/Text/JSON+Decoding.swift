extension JSON {
  /// Parses a JSON text; nil if it is invalid, nested deeper than 64 levels, or has a number too large for a `Double`.
  package init?(_ text: String) {
    var decoder = JSONDecoderState(bytes: Array(text.utf8))
    guard let value = decoder.value(depth: 0) else { return nil }
    decoder.skipSpace()
    guard decoder.isAtEnd else { return nil }
    self = value
  }

  /// A member of the outermost object of a text that people write.
  package struct Member {
    package var key: String
    /// The line of the key, from 1.
    package var line: Int
    package var value: JSON
  }

  /// The text isn't JSON, is nested too deeply, or has a number too large for a `Double`.
  package struct SyntaxError: Error, Hashable, Sendable {
    /// The line of the mistake, from 1.
    package var line: Int
  }

  /// The members of the object that a JSON text consists of, with their lines.
  ///
  /// - Throws: ``SyntaxError`` for the first mistake.
  package static func members(of text: String) throws(SyntaxError) -> [Member] {
    var decoder = JSONDecoderState(bytes: Array(text.utf8))
    guard case .object(let members)? = decoder.value(depth: 0) else { throw SyntaxError(line: decoder.line) }
    let lines = decoder.keyLines
    decoder.skipSpace()
    guard decoder.isAtEnd else { throw SyntaxError(line: decoder.line) }
    return zip(members, lines).map { Member(key: $0.key, line: $1, value: $0.value) }
  }
}

private struct JSONDecoderState {
  private let bytes: [UInt8]
  private var position = 0
  private var keyPositions: [Int] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The line of the present position, from 1.
  var line: Int { line(at: position) }

  /// The line of each key of the outermost object.
  var keyLines: [Int] { keyPositions.map(line(at:)) }

  private func line(at position: Int) -> Int { 1 + bytes[..<min(position, bytes.count)].count { $0 == 0x0A } }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func value(depth: Int) -> JSON? {
    guard depth < 64 else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    default: return number()
    }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func array(_ depth: Int) -> JSON? {
    position += 1
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skipSpace()
      if take("]") { return .array(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func object(_ depth: Int) -> JSON? {
    position += 1
    var members: [(key: String, value: JSON)] = []
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      if depth == 0 { keyPositions.append(position) }
      guard next == UInt8(ascii: "\""), let key = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((key, value))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> JSON? {
    let start = position
    while let byte = next, "+-0123456789.eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Self.isNumber(text) else { return nil }
    if let whole = Int(text) { return .int(whole) }
    // What no Double holds would become infinity, which JSON can't spell.
    return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Swift accepts numbers that JSON doesn't: `+1`, `01`, `1.`, `.5`.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, first.isASCIIDigit else { return false }
    let (point, mantissa) = (UInt8(ascii: "."), digits.prefix { $0 | 0x20 != UInt8(ascii: "e") })
    return !(first == 0x30 && mantissa.count > 1 && mantissa.dropFirst().first != point) && mantissa.last != point
  }

  private mutating func string() -> String? {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        content.append(contentsOf: Character(scalar).utf8)
      default: content.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"): return unicodeEscape()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    default: return nil
    }
  }

  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexDigits() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\u"), let second = hexDigits(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func hexDigits() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
