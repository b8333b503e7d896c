/// Misspelt keywords, and keywords of other query and programming languages.
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
  func misspeltQuantifier(_ word: String, before key: Token?, at offset: Int) -> InvalidPredicate? {
    guard let near = Self.quantifier(meantBy: word, before: key) else { return nil }
    return lexer.error("unknown quantifier \(quotedForMessage(word))", at: offset, suggestion: near)
  }

  /// The quantifier, or `NOT`, that a word before a key is nearly. Its first letter has to be right, because `hall` and
  /// the like are searched for.
  static func quantifier(meantBy word: String, before key: Token?) -> String? {
    guard case .word(let key) = key?.kind, Key.Reference(spelling: key) != nil else { return nil }
    switch loweredASCII(word) {
    case "every", "each": return "ALL"
    case "no": return "NONE"
    case "exists", "one": return "ANY"
    case "nto", "noot", "nott": return "NOT"
    case let lowered:
      let near = nearest(to: word, in: ["ANY", "ALL", "NONE", "SOME"])
      return near.flatMap { loweredASCII($0).utf8.first == lowered.utf8.first ? $0 : nil }
    }
  }

  /// The error for a word between two comparisons that is nearly `AND` or `OR`.
  func misspeltConnective() -> InvalidPredicate? {
    guard case .word(let word) = token.kind, let meant = Self.connective(meantBy: word), following?.isKey == true
    else { return nil }
    return lexer.error(
      "unknown connective \(quotedForMessage(word))", at: token.range.lowerBound, suggestion: meant)
  }

  /// The connective that a word nearly is, or is in another language. Not every near word counts, because `band` and
  /// the like are searched for.
  private static func connective(meantBy word: String) -> String? {
    switch loweredASCII(word) {
    case "adn", "nad", "ad", "nd", "aand", "annd", "andd", "amd", "und", "et": "and"
    case "ro", "orr", "oor", "oder", "ou": "or"
    default: nil
    }
  }
}
