/// Typographic quotes, which editors, phones and web pages put in place of ASCII ones.
extension Lexer {
  /// Reads a text in typographic quotes; nil if none begins at the position, or if nothing closes it: then it is an
  /// apostrophe, or a part of a word.
  mutating func typographicString() throws(InvalidPredicate) -> Token.Kind? {
    guard bytes[position] >= 0xC2, let opening = scalar(at: position), let closings = Self.closings(of: opening),
      !unclosedQuotes.contains(opening)
    else { return nil }
    let start = position
    // An ASCII quote closes it only if no typographic one does.
    for closings in [closings, Self.asciiClosing(of: opening)] {
      position = start + UTF8.width(opening)
      if let content = try content(until: { $0.lengthOfQuote(in: closings) }) { return .string(content) }
    }
    position = start
    unclosedQuotes.append(opening)
    return nil
  }

  /// Whether a typographic quote at the position ends the word before it. Single ones don't: they are apostrophes.
  var isAtTypographicQuote: Bool {
    switch bytes[position] {
    case 0xC2, 0xE2, 0xE3: break
    default: return false
    }
    switch scalar(at: position) {
    case "“", "”", "„", "‟", "«", "»", "「", "」", "『", "』": return true
    default: return false
    }
  }

  /// The length in bytes of the quote that begins at an offset.
  func quoteLength(at offset: Int) -> Int { scalar(at: offset).map(UTF8.width) ?? 1 }

  /// The length in bytes of the quote that ends at an offset.
  func quoteLength(endingAt offset: Int) -> Int {
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return offset - start
  }

  /// The marks that close a typographic quote: languages pair them differently (“…”, „…“, »…«, »…»).
  private static func closings(of opening: Unicode.Scalar) -> String.UnicodeScalarView? {
    switch opening {
    case "“", "”", "„", "‟": "“”‟".unicodeScalars
    case "‘", "’", "‚", "‛": "‘’‛".unicodeScalars
    case "«": "»".unicodeScalars
    case "»": "«»".unicodeScalars
    case "‹": "›".unicodeScalars
    case "›": "‹›".unicodeScalars
    case "「": "」".unicodeScalars
    case "『": "』".unicodeScalars
    default: nil
    }
  }

  private static func asciiClosing(of opening: Unicode.Scalar) -> String.UnicodeScalarView {
    switch opening {
    case "“", "”", "„", "‟": "\"".unicodeScalars
    case "‘", "’", "‚", "‛": "'".unicodeScalars
    default: "".unicodeScalars
    }
  }

  private func lengthOfQuote(in closings: String.UnicodeScalarView) -> Int {
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), 0xC2, 0xE2, 0xE3: break
    default: return 0
    }
    guard let scalar = scalar(at: position), closings.contains(scalar) else { return 0 }
    let length = UTF8.width(scalar)
    let isSingle = "‘’‛'".unicodeScalars.contains(scalar)
    return isSingle && !closesWord(position..<position + length) ? 0 : length
  }

  /// Whether a single quote stands at the end of a word: it doesn't follow a space, as the apostrophe of ’80s does, and
  /// doesn't precede a letter, as that of it’s does.
  private func closesWord(_ range: Range<Int>) -> Bool {
    if bytes[range.lowerBound - 1] == UInt8(ascii: " ") { return false }
    return range.upperBound == bytes.count || !isAlphanumeric(bytes[range.upperBound])
  }

  /// Whether letters or digits are on both sides of a range, so that a quote there is an apostrophe.
  func isInWord(_ range: Range<Int>) -> Bool {
    range.upperBound < bytes.count && isAlphanumeric(bytes[range.lowerBound - 1])
      && isAlphanumeric(bytes[range.upperBound])
  }

  /// The scalar whose first byte is at an offset.
  private func scalar(at offset: Int) -> Unicode.Scalar? {
    String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }
}
