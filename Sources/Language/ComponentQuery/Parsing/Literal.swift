/// A value as typed or passed; its meaning depends on the key that it is compared with.
struct Literal {
  enum Content {
    /// Without quotes; `yes` and `nil` are words.
    case word(String)
    /// In quotes, or passed as a text.
    case string(String)
    /// Passed as typed: a text that may spell a number or a Boolean.
    case typed(String)
    case number(Double)
    case set([Literal])

    /// The text of a string, quoted or passed; nil for anything else.
    var string: String? {
      switch self {
      case .string(let text), .typed(let text): text
      case .word, .number, .set: nil
      }
    }
  }

  var content: Content
  var range: Range<Int>
  /// The number, from 1, of the argument that was passed for the value; the range is then that of its `%@`. Nil for a
  /// typed value.
  var argument: Int?

  /// Whether a word is `nil`, `yes` or another word that stands for a value and can't be a key.
  static func isReserved(_ word: String) -> Bool { isNull(word) || flag(word) != nil }

  static func isNull(_ word: String) -> Bool {
    guard word.utf8.count <= 4 else { return false }
    let lowered = loweredASCII(word)
    return lowered == "nil" || lowered == "null"
  }

  /// The Boolean that a word names.
  static func flag(_ word: String) -> Bool? {
    guard word.utf8.count <= 5 else { return nil }
    switch loweredASCII(word) {
    case "yes", "true": return true
    case "no", "false": return false
    default: return nil
    }
  }
}

extension Parser {
  /// Whether the current token begins a value.
  var startsLiteral: Bool {
    switch token.kind {
    case .word, .string, .number, .leftBrace, .argument: true
    default: false
    }
  }

  /// Reads a value or a set of values.
  mutating func parseLiteral(after comparisonOperator: Comparison.Operator?) throws(InvalidPredicate) -> Literal {
    if case .argument = token.kind { return try parseArgument() }
    guard case .leftBrace = token.kind else { return try parseScalar(after: comparisonOperator) }
    let start = token.range.lowerBound
    var members: [Literal] = []
    try advance()
    while true {
      if case .rightBrace = token.kind { break }
      if !members.isEmpty { try parseComma(setStart: start) }
      members.append(try parseMember(setStart: start))
    }
    let end = token.range.upperBound
    try advance()
    return Literal(content: .set(members), range: start..<end)
  }

  private mutating func parseComma(setStart: Int) throws(InvalidPredicate) {
    switch token.kind {
    case .comma: return try advance()
    case .end: throw lexer.error("unbalanced brace: the { here has no }", at: setStart)
    default:
      throw lexer.error(
        "the values of a set are separated by commas, and quotes hold several words together",
        at: token.range.lowerBound)
    }
  }

  private mutating func parseMember(setStart: Int) throws(InvalidPredicate) -> Literal {
    switch token.kind {
    case .end: throw lexer.error("unbalanced brace: the { here has no }", at: setStart)
    case .leftBrace: throw lexer.error("a set holds values, not other sets", at: token.range.lowerBound)
    case .argument:
      let member = try parseArgument()
      guard case .set = member.content else { return member }
      throw error("a list stands for the whole set, without braces: IN %@", about: member)
    default: return try parseScalar(after: nil)
    }
  }

  private mutating func parseScalar(after comparisonOperator: Comparison.Operator?) throws(InvalidPredicate) -> Literal
  {
    let content: Literal.Content
    switch token.kind {
    case .word(let word): content = .word(word)
    case .string(let string): content = .string(string)
    case .number(let number): content = .number(number)
    default: throw noValue(after: comparisonOperator)
    }
    let range = token.range
    try advance()
    return Literal(content: content, range: range)
  }
}
