import ComponentModel
/// Numbers in plain words whose punctuation belongs to them: `-60 dB` excludes nothing, and `2,5 s` is one number.
extension Parser {
  /// Parses a number with a decimal comma, or a negative one that a unit follows, as one word; false if none begins here.
  mutating func parseQuantity() throws(InvalidPredicate) -> Bool {
    guard let first = spelledNumber(token) else { return false }
    let fraction = first.isWhole ? fractionAfterComma : nil
    let count = fraction == nil ? 1 : 3
    let isNegative = first.isNegative && (first.hasUnit || fraction?.hasUnit == true || isUnit(lexer[index + count]))
    guard fraction != nil || isNegative, isNegative || !first.isNegative else { return false }
    let number = first.text + (fraction.map { ",\($0.text)" } ?? "")
    for _ in 0..<count { try advance() }
    try complete(Node(bareText: [(isNegative ? "-" : "") + number]))
    return true
  }

  /// A word that begins with digits.
  private struct SpelledNumber {
    /// The word without its dash.
    var text: String
    var isNegative: Bool
    var isWhole: Bool
    var hasUnit: Bool
  }

  private func spelledNumber(_ token: Token) -> SpelledNumber? {
    guard token.isNumberOrWord else { return nil }
    var word = lexer.spelling(token.range)[...]
    let isNegative = word.beginsWithDash
    if isNegative { word.unicodeScalars.removeFirst() }
    guard word.utf8.first?.isASCIIDigit == true else { return nil }
    let rest = word.utf8.drop { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return SpelledNumber(
      text: String(word), isNegative: isNegative, isWhole: word.utf8.allSatisfy(\.isASCIIDigit),
      hasUnit: Self.isUnit(String(Substring(rest))))
  }

  /// The digits after a comma that stands right between them and the current token.
  private var fractionAfterComma: SpelledNumber? {
    guard let comma = lexer[index + 1], comma.isComma, comma.range.lowerBound == token.range.upperBound,
      let next = lexer[index + 2], next.range.lowerBound == comma.range.upperBound,
      let number = spelledNumber(next), !number.isNegative
    else { return nil }
    return number
  }

  private func isUnit(_ token: Token?) -> Bool {
    if case .word(let word)? = token?.kind { Self.isUnit(word) } else { false }
  }

  /// Whether a word is a unit in which people write negative numbers.
  private static func isUnit(_ word: String) -> Bool { units.contains(word.lowercased()) }

  private static let units: Set = [
    "db", "dbfs", "s", "sec", "second", "seconds", "ms", "min", "hz", "khz", "дб", "с", "мс", "гц", "кгц",
  ]
}

extension Token {
  fileprivate var isNumberOrWord: Bool {
    switch kind {
    case .number, .word: true
    default: false
    }
  }
}
