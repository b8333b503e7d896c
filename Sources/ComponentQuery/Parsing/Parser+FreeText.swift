extension Parser {
  /// The words of a free text; nil for a text that must be parsed.
  ///
  /// A text that begins with a key and goes on is meant as a comparison, so it must be parsed too. Quotes group words;
  /// commas only separate them.
  static func freeText(
    _ text: String, _ arguments: [ComponentPredicate.Argument]?
  ) throws(InvalidPredicate) -> [String]? {
    var lexer = Lexer(text)
    var words: [String] = []
    var beginsWithKey = false
    while true {
      let token = try lexer.next()
      switch token.kind {
      case .end:
        if words.count > 1 && beginsWithKey { return nil }
        try check(taken: 0, of: arguments ?? [], in: lexer)
        return words
      case .word(let word):
        if words.isEmpty { beginsWithKey = Key.Reference(spelling: word) != nil }
        words.append(word)
      case .number: words.append(lexer.spelling(token.range))
      case .string(let string): if !string.isEmpty { words.append(string) }
      case .comma: break
      case .argument where arguments == nil: throw noArguments(lexer, at: token.range.lowerBound)
      default: return nil
      }
    }
  }
}
