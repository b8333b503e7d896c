extension Parser {
  /// Parses `in "name"` in place of a comparison.
  mutating func parseSaved() throws(InvalidPredicate) -> ComponentPredicate {
    try advance()
    if case .argument = token.kind { return .saved(try savedArgument()) }
    let name: String
    switch token.kind {
    case .word(let word): name = word
    case .number: name = lexer.spelling(token.range)
    case .string(let string): name = string
    default: throw noSavedName()
    }
    guard !name.isEmpty else {
      throw lexer.error("the name of a saved search can't be empty", at: token.range.lowerBound)
    }
    let start = token
    try advance()
    try checkWordsEnd(from: start, after: "in", message: "the name of a saved search must be one word, or in quotes")
    return .saved(name)
  }

  private mutating func savedArgument() throws(InvalidPredicate) -> String {
    let literal = try parseArgument()
    guard let name = literal.content.string, !name.isEmpty else {
      throw error("a saved search needs a name; pass text that is not empty", about: literal)
    }
    return name
  }

  private func noSavedName() -> InvalidPredicate {
    let offset = token.range.lowerBound
    switch token.kind {
    case .end: return lexer.error("the predicate ends where the name of a saved search should follow", at: offset)
    case .leftBrace, .leftParenthesis:
      return lexer.error(
        "IN needs a key before it, as in `tag in {a, b}`, or only the name of a saved search after it",
        at: offset)
    default:
      let typed = quotedForMessage(lexer.spelling(token.range))
      return lexer.error(
        "the name of a saved search is expected here, not \(typed); quotes make it a name", at: offset)
    }
  }
}
