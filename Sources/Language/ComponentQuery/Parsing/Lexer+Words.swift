import ComponentModel

extension Lexer {
  /// Reads a keyword, a number or another bare word of at least one byte.
  mutating func word() -> Token.Kind {
    let start = position
    // After an operator, a value is one word.
    if let channels = ChannelNotation(at: bytes[start...], withBlanks: !isAfterOperator) {
      position += channels.length
      return .word(spelling(start..<position))
    }
    var isURI = false
    repeat {
      isURI = isURI || endsScheme
      position += 1
      // The fast path: most of a word is letters.
      while position < bytes.count, bytes[position].isASCIILetterOrDigit { position += 1 }
    } while position < bytes.count && !endsWord(from: start, isURI: isURI)
    let range = start..<position
    if let keyword = keyword(in: range) { return .keyword(keyword) }
    let spelling = spelling(range)
    // A number that is too large becomes infinite; in free text it is a word like any other.
    return isNumber(range) ? .number(Double(spelling) ?? .infinity) : .word(spelling)
  }

  /// The keyword that a range spells, ignoring case.
  private func keyword(in range: Range<Int>) -> Keyword? {
    switch range.count {
    case 2, 3, 4, 7, 8, 10, 13, 14: break
    default: return nil
    }
    guard Keyword.initials.contains(bytes[range.lowerBound].loweredASCII) else { return nil }
    return Keyword(rawValue: loweredASCII(spelling(range)))
  }

  /// Whether the byte at the position no longer belongs to the word that began at `start`.
  ///
  /// A URI may hold `=`; a word may hold an apostrophe between letters (`l'ampli`); and `contains[cd]` and
  /// `contains'x'` are two tokens each.
  private func endsWord(from start: Int, isURI: Bool) -> Bool {
    switch bytes[position] {
    case 0x09...0x0D, 0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "<"): true
    // The `>` of an arrow isn't an operator.
    case UInt8(ascii: ">"): bytes[position - 1] != UInt8(ascii: "-")
    case UInt8(ascii: "="): !isURI || follows("=")
    case UInt8(ascii: "!"): follows("=")
    case UInt8(ascii: "&"): follows("&")
    case UInt8(ascii: "|"): follows("|")
    case UInt8(ascii: "'"): !isApostrophe || keyword(in: start..<position) != nil
    case UInt8(ascii: "["): keyword(in: start..<position) != nil
    default: whiteSpaceLength > 0 || isAtTypographicQuote
    }
  }

  /// Whether the quote at the position stands between two letters or digits.
  private var isApostrophe: Bool {
    position + 1 < bytes.count && isAlphanumeric(bytes[position - 1]) && isAlphanumeric(bytes[position + 1])
  }

  /// Whether a byte belongs to a letter or digit, or to a character beyond ASCII.
  func isAlphanumeric(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isASCIILetterOrDigit }

  /// Whether a range spells a number: a sign, digits, a fraction, an exponent.
  func isNumber(_ range: Range<Int>) -> Bool {
    var rest = bytes[range]
    rest.dropSign()
    let whole = rest.dropDigits()
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.dropDigits()
      guard fraction > 0 else { return false }
    }
    guard whole + fraction > 0 else { return false }
    guard let exponent = rest.first else { return true }
    guard exponent.loweredASCII == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    rest.dropSign()
    return rest.dropDigits() > 0 && rest.isEmpty
  }

  /// Skips ASCII and Unicode white space.
  mutating func skipWhiteSpace() {
    while position < bytes.count, case let length = whiteSpaceLength, length > 0 { position += length }
  }

  /// The length in bytes of the white space character at the position.
  private var whiteSpaceLength: Int {
    switch bytes[position] {
    case 0x09...0x0D, 0x20: return 1
    case 0xC2, 0xE1...0xE3: break
    default: return 0
    }
    let scalar = String(decoding: bytes[position..<min(position + 3, bytes.count)], as: UTF8.self).unicodeScalars.first
    guard let scalar, scalar.properties.isWhitespace else { return 0 }
    return UTF8.width(scalar)
  }

  /// Whether `://` is at the position.
  private var endsScheme: Bool {
    bytes[position] == UInt8(ascii: ":") && bytes[position...].dropFirst().starts(with: "//".utf8)
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func dropSign() {
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { removeFirst() }
  }

  /// Drops the leading digits and returns their number.
  @discardableResult
  fileprivate mutating func dropDigits() -> Int {
    let before = count
    self = drop { $0.isASCIIDigit }
    return before - count
  }
}
