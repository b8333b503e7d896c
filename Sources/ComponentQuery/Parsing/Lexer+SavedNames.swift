extension Lexer {
  /// The column at which a text names a saved search, from 1; that of the only `in %@` if the name was passed. Nil if
  /// nothing in it is the name.
  static func column(ofSavedName name: String, in text: String) -> Int? {
    var lexer = Lexer(text)
    var arguments: [Int] = []
    var previous = Token(kind: .end, range: 0..<0)
    while let token = try? lexer.next(), !token.isEnd {
      defer { previous = token }
      guard case .keyword(.in) = previous.kind else { continue }
      switch token.kind {
      case .argument: arguments.append(token.range.lowerBound)
      case .string(let text) where ExactText(text) == ExactText(name): return lexer.column(at: token.range.lowerBound)
      case .word, .number:
        if ExactText(lexer.spelling(token.range)) == ExactText(name) { return lexer.column(at: token.range.lowerBound) }
      default: break
      }
    }
    return arguments.count == 1 ? lexer.column(at: arguments[0]) : nil
  }
}
