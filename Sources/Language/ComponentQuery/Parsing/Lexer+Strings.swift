import ComponentModel

extension Lexer {
  /// Reads a quoted text. Moves the position from the opening quote to the end of the closing one.
  ///
  /// A backslash before a character that needs no escape is kept, so that `"\d+"` and `"\*"` mean what they say in an
  /// expression of `MATCHES` and a pattern of `LIKE`.
  mutating func string(quote: UInt8) throws(InvalidPredicate) -> String {
    let start = position
    position += 1
    if let content = try content(until: { $0.bytes[$0.position] == quote ? 1 : 0 }) { return content }
    let spelling = String(Unicode.Scalar(quote))
    throw error("unbalanced quote: the \(spelling) here has no closing \(spelling)", at: start)
  }

  /// Reads the content of a string from the position, and moves the position past the closing quote; nil if there is
  /// none.
  ///
  /// - Parameter closing: the length of the closing quote at a lexer's position, 0 if there is none.
  mutating func content(until closing: (Lexer) -> Int) throws(InvalidPredicate) -> String? {
    var content: [UInt8] = []
    while position < bytes.count {
      let length = closing(self)
      if length > 0 {
        position += length
        return String(decoding: content, as: UTF8.self)
      }
      if bytes[position] == UInt8(ascii: "\\") {
        if !takesLooseQuotes || canEscape {
          try escape(into: &content)
          continue
        }
        hasLooseQuotes = true
      }
      content.append(bytes[position])
      position += 1
    }
    return nil
  }

  /// Reads a text in ASCII quotes among plain words; nil if nothing closes it, or if what would is an apostrophe.
  mutating func looseString(quote: UInt8) -> Token.Kind? {
    let start = position
    if !unclosedQuotes.contains(Unicode.Scalar(quote)) {
      if let content = try? string(quote: quote), quote != UInt8(ascii: "'") || !isInWord(position - 1..<position) {
        return .string(content)
      }
      position = start
      if !bytes[(start + 1)...].contains(quote) { unclosedQuotes.append(Unicode.Scalar(quote)) }
    }
    hasLooseQuotes = true
    return nil
  }

  /// The offset in the text of the byte at an index of a string's content; for the end of the content, that of the
  /// closing quote.
  func offset(ofByte index: Int, ofStringIn range: Range<Int>) -> Int {
    var copy = self
    var content: [UInt8] = []
    let end = range.upperBound - quoteLength(endingAt: range.upperBound)
    copy.position = range.lowerBound + quoteLength(at: range.lowerBound)
    while copy.position < end {
      let start = copy.position
      if bytes[start] == UInt8(ascii: "\\") {
        // The string has been lexed before, so its escapes are valid.
        try? copy.escape(into: &content)
      } else {
        content.append(bytes[start])
        copy.position += 1
      }
      if content.count > index { return start }
    }
    return end
  }

  /// Whether the escape at the position is valid.
  private var canEscape: Bool {
    var copy = self
    var content: [UInt8] = []
    return (try? copy.escape(into: &content)) != nil
  }

  /// Reads an escape. Moves the position from its backslash to its end.
  private mutating func escape(into content: inout [UInt8]) throws(InvalidPredicate) {
    let start = position
    position += 1
    guard position < bytes.count else { return }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): content.append(byte)
    case UInt8(ascii: "u"):
      content.append(contentsOf: String(try scalar(at: start)).utf8)
      return
    default:
      content.append(UInt8(ascii: "\\"))
      return
    }
    position += 1
  }

  /// Reads the scalar of `\uXXXX`, or of two of these that are a surrogate pair.
  private mutating func scalar(at start: Int) throws(InvalidPredicate) -> Unicode.Scalar {
    var code = try hexadecimal(at: start)
    if (0xD800...0xDBFF).contains(code), position < bytes.count, bytes[position] == UInt8(ascii: "\\"), follows("u") {
      position += 1
      let low = try hexadecimal(at: start)
      if (0xDC00...0xDFFF).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error("this \\u escape is half of a surrogate pair and not a character", at: start)
    }
    return scalar
  }

  /// Reads the four digits after the `u` at the position.
  private mutating func hexadecimal(at start: Int) throws(InvalidPredicate) -> UInt32 {
    let digits = bytes[(position + 1)...].prefix(4)
    let isHexadecimal = digits.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0.loweredASCII) }
    guard digits.count == 4, isHexadecimal, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("\\u takes four hexadecimal digits, as in \\u00e9", at: start) }
    position += 5
    return code
  }
}
