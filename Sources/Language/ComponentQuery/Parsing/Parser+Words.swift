/// The operand of `~`: one bare word, or a string of words.
extension Parser {
  /// Parses `~ "words"` in place of a comparison.
  mutating func parseWords() throws(InvalidPredicate) -> ComponentPredicate {
    try advance()
    if case .argument = token.kind { return .text(try wordsOfArgument()) }
    let start = token
    let words: [String]
    switch token.kind {
    case .word(let word): words = [word]
    case .number: words = [lexer.spelling(token.range)]
    case .string(let content): words = try self.words(content, in: token.range)
    default: throw noWords()
    }
    guard !words.isEmpty else {
      throw lexer.error("there is no word after ~, which looks for one: ~ \"drum\"", at: start.range.lowerBound)
    }
    try advance()
    try checkWordsEnd(from: start, after: "~", message: "several words after ~ need quotes")
    return .text(words)
  }

  /// The words of a passed text, in which quotes and punctuation have no meaning; or a list of words, each unchanged.
  private mutating func wordsOfArgument() throws(InvalidPredicate) -> [String] {
    let literal = try parseArgument()
    var words: [String] = []
    switch literal.content {
    case .string(let text), .typed(let text):
      words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    case .number: words = [spelling(of: literal)]
    case .set(let members):
      for case let word? in members.map(\.content.string) where !word.isEmpty { words.append(word) }
      if words.count < members.count { words = [] }
    case .word: break
    }
    guard !words.isEmpty else {
      throw error("~ takes text with words in it, or a list of words", about: literal)
    }
    return words
  }

  private func noWords() -> InvalidPredicate {
    let offset = token.range.lowerBound
    guard case .end = token.kind else {
      let typed = quotedForMessage(lexer.spelling(token.range))
      return lexer.error("a word is expected after ~, not \(typed); quotes make it a word", at: offset)
    }
    return lexer.error("the predicate ends where a word should follow", at: offset)
  }

  /// The words of a string, parsed as free text, so that quotes in it group words.
  private func words(_ content: String, in range: Range<Int>) throws(InvalidPredicate) -> [String] {
    let inner = Lexer(content)
    var words: [String] = []
    for token in inner.tokens {
      switch token.kind {
      case .end, .comma: break
      case .word(let word): words.append(word)
      case .number: words.append(inner.spelling(token.range))
      case .string(let string): if !string.isEmpty { words.append(string) }
      case .argument: words.append(inner.spelling(token.range))
      default:
        let typed = quotedForMessage(inner.spelling(token.range))
        throw InvalidPredicate(
          "\(typed) is not a word after ~; put it in quotes inside the quotes: '… \"\(inner.spelling(token.range))\" …'",
          column: column(ofByte: token.range.lowerBound, of: range))
      }
    }
    guard let failure = inner.failure else { return words }
    throw InvalidPredicate(failure.message, column: column(of: failure, in: content, of: range))
  }

  /// The column of an error in the content of a string.
  private func column(of error: InvalidPredicate, in content: String, of range: Range<Int>) -> Int? {
    let index = content.index(content.startIndex, offsetBy: (error.column ?? 1) - 1, limitedBy: content.endIndex)
    return column(ofByte: content[..<(index ?? content.endIndex)].utf8.count, of: range)
  }

  /// The column of a byte of a string's content.
  private func column(ofByte index: Int, of range: Range<Int>) -> Int? {
    lexer.error("", at: lexer.offset(ofByte: index, ofStringIn: range)).column
  }

  /// Checks that no word follows words or a name: only a single word may be unquoted. A word with a sign or a key can't
  /// be meant as a part of them.
  func checkWordsEnd(
    from start: Token, after mark: String, message: String
  ) throws(InvalidPredicate) {
    if case .string = start.kind { return }
    if case .word(let word) = token.kind, isMarked(word) { return }
    guard token.isPlain, !token.isComma, !token.isEnd else { return }
    let words = lexer.spelling(start.range.lowerBound..<token.range.upperBound)
    let suggestion = words.contains("\"") ? nil : "\(mark) \"\(words)\""
    throw lexer.error(message, at: token.range.lowerBound, suggestion: suggestion)
  }
}
