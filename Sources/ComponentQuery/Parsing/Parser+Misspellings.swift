/// Misspelt words of the language, and words from other languages.
extension Parser {
  /// The error for a word after a key that is nearly an operator and is followed by a value.
  func misspeltOperator() -> InvalidPredicate? {
    guard case .word(let typed) = token.kind, let next = following, next.beginsValue else { return nil }
    let word = String(typed.prefix { $0 != "[" })
    var operators = ["contains", "beginswith", "endswith", "like", "matches", "between"]
    if case .leftBrace = next.kind { operators.append("in") }
    let near = Self.otherOperators[loweredASCII(word)] ?? (word.count > 2 ? nearest(to: word, in: operators) : nil)
    guard let near = near ?? (operators.count > 6 ? nearest(to: word, in: ["in"]) : nil) else { return nil }
    return lexer.error(
      "unknown operator \(quotedForMessage(word))", at: token.range.lowerBound,
      suggestion: near + typed.dropFirst(word.count))
  }

  /// Operators of other languages.
  private static var otherOperators: [String: String] {
    [
      "is": "==", "equals": "==", "eq": "==", "has": "contains", "includes": "contains", "include": "contains",
      "startswith": "beginswith", "starts": "beginswith", "begins": "beginswith", "ends": "endswith",
      "regex": "matches", "glob": "like", "of": "in",
    ]
  }

  /// The error for a word before a key that is nearly a quantifier or `NOT`.
  func misspeltQuantifier(_ word: String, at offset: Int) -> InvalidPredicate? {
    guard case .word(let key) = token.kind, Key.Reference(spelling: key) != nil else { return nil }
    let other = ["every": "ALL", "each": "ALL", "no": "NONE", "exists": "ANY", "one": "ANY"][loweredASCII(word)]
    guard let near = other ?? nearest(to: word, in: ["ANY", "ALL", "NONE", "SOME", "NOT"]) else { return nil }
    return lexer.error("unknown quantifier \(quotedForMessage(word))", at: offset, suggestion: near)
  }

  /// The error for a word between two comparisons that is nearly `AND` or `OR`.
  func misspeltConnective() -> InvalidPredicate? {
    guard case .word(let word) = token.kind, let next = following, case .word(let key) = next.kind,
      Key.Reference(spelling: key) != nil, let near = nearest(to: word, in: ["and", "or"])
    else { return nil }
    return lexer.error(
      "unknown connective \(quotedForMessage(word))", at: token.range.lowerBound, suggestion: near)
  }

  /// The token after the current one.
  private var following: Token? {
    var copy = lexer
    return try? copy.next()
  }
}

extension Token {
  fileprivate var beginsValue: Bool {
    switch kind {
    case .word, .number, .string, .leftBrace, .argument: true
    default: false
    }
  }
}
