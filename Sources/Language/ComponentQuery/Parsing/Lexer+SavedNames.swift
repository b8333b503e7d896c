extension Lexer {
  /// The column, from 1, at which a text names a saved search: that of the name itself, or of the `%@` after `in` for
  /// which the name was passed; if the arguments are unknown, of the only such `%@`. Nil if the text doesn't name the
  /// search.
  static func column(
    ofSavedName name: String, in text: String, arguments: [ComponentPredicate.Argument] = []
  ) -> Int? {
    let lexer = Lexer(text)
    var (taken, places) = (0, [Int]())
    for (index, token) in lexer.tokens.enumerated() {
      if case .argument = token.kind { taken += 1 }
      guard index > 0, case .keyword(.in) = lexer.tokens[index - 1].kind else { continue }
      switch token.kind {
      case .argument where arguments.isEmpty: places.append(token.range.lowerBound)
      case .argument:
        if taken <= arguments.count, arguments[taken - 1].isText(name) {
          return lexer.column(at: token.range.lowerBound)
        }
      case .string(let text) where ExactText(text) == ExactText(name): return lexer.column(at: token.range.lowerBound)
      case .word, .number:
        if ExactText(lexer.spelling(token.range)) == ExactText(name) { return lexer.column(at: token.range.lowerBound) }
      default: break
      }
    }
    return places.count == 1 ? lexer.column(at: places[0]) : nil
  }
}

extension ComponentPredicate.Argument {
  /// Whether it is this text, passed or typed.
  fileprivate func isText(_ text: String) -> Bool {
    switch self {
    case .text(let own), .typed(let own): ExactText(own) == ExactText(text)
    case .number, .flag, .null, .list: false
    }
  }
}
