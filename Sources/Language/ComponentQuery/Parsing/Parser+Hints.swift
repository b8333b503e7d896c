/// Parse errors that guess what was meant.
extension Parser {
  /// The error for a token at which no comparison can begin.
  func noOperand() -> InvalidPredicate {
    let offset = token.range.lowerBound
    let spelling = lexer.spelling(token.range)
    switch token.kind {
    case .end: return lexer.error("the predicate ends where a comparison should follow", at: offset)
    default:
      return lexer.error("a comparison such as `tag contains drum` is expected here, not `\(spelling)`", at: offset)
    }
  }

  /// The error for a word that is not a key.
  func unknownKey(_ word: String, at offset: Int, isCompared: Bool) -> InvalidPredicate {
    if let error = misspeltQuantifier(word, before: token, at: offset) { return error }
    let quoted = quotedForMessage(word)
    if isCompared && Key.statesChannels(word) && isYesOrNoNext {
      return lexer.error("\(quoted) is a plain word and takes no operator: write only \(quoted)", at: offset)
    }
    if let key = Key.suggestion(for: word) {
      return unknownKey(lexer.error("unknown key \(quoted)", at: offset, suggestion: key))
    }
    let otherMeaning = isCompared ? "a value on the left needs quotes" : "quotes make it a word to search for"
    return unknownKey(lexer.error("unknown key \(quoted)", at: offset, remedy: otherMeaning))
  }

  /// Whether `yes`, `no` or a synonym of these follows the current token.
  private var isYesOrNoNext: Bool {
    if case .word(let word) = following?.kind { Literal.flag(word) != nil } else { false }
  }

  private func unknownKey(_ error: InvalidPredicate) -> InvalidPredicate {
    var error = error
    error.isUnknownKey = true
    return error
  }

  /// The error for a key without an operator.
  func noOperator(_ reference: Key.Reference, key: Token) -> InvalidPredicate {
    let spelling = lexer.spelling(key.range)
    let offset = key.range.lowerBound
    if case .keyword(.not) = token.kind {
      return lexer.error("NOT goes before the whole comparison: `not \(spelling) …`", at: token.range.lowerBound)
    }
    if let error = misspeltOperator() { return error }
    if case .comma = token.kind { return lexer.error("there is no operator after \(spelling)", at: offset) }
    let kind = reference.isCount ? .number : reference.key.kind
    if token.isPlain, case let value = followingWords(), !value.isEmpty {
      let usual = usualOperator(of: kind)
      let suggestion = "\(spelling) \(usual) \(value)"
      return lexer.error("there is no operator after \(spelling)", at: offset, suggestion: suggestion)
    }
    let suggestion = kind == .boolean ? "\(spelling) == yes" : nil
    return lexer.error("there is no operator after \(spelling)", at: offset, suggestion: suggestion)
  }

  private func usualOperator(of kind: Key.Kind) -> String {
    switch kind {
    case .text, .texts, .tags: "contains"
    case .number, .boolean, .enumeration, .version: "=="
    case .date, .ranges: ">"
    }
  }

  /// The words from the current token up to a keyword or punctuation, as one value.
  private func followingWords() -> String {
    var count = 0
    while count < 20, let next = lexer[index + count], next.isPlain, !next.isComma, !next.isEnd {
      guard let following = lexer[index + count + 1], following.comparisonOperator == nil else { break }
      if case .word(let word) = next.kind, word.beginsWithDash { break }
      count += 1
    }
    guard count > 0 else { return "" }
    let spelling = lexer.spelling(token.range.lowerBound..<lexer.tokens[index + count - 1].range.upperBound)
    let isQuotedOnce = count == 1 || spelling.contains("\"")
    return isQuotedOnce ? spelling : "\"\(spelling)\""
  }

  /// Checks that no word follows a bare value, which must be a single word.
  func checkNothingFollows(_ literal: Literal, of draft: Draft) throws(InvalidPredicate) {
    guard case .word(let word) = literal.content, literal.argument == nil, !endsClearly(word, literal, of: draft) else {
      return
    }
    if case .leftParenthesis = token.kind { throw leftOver() }
    if case .word(let next) = token.kind, isMarked(next) { return }
    guard token.isPlain, !token.isComma, !token.isEnd else { return }
    if let error = misspeltConnective() { throw error }
    if following?.comparisonOperator != nil { throw leftOver() }
    let words = lexer.spelling(literal.range.lowerBound..<token.range.upperBound)
    let comparison = lexer.spelling(draft.start..<literal.range.lowerBound)
    let suggestion = words.contains("\"") ? nil : comparison + "\"\(words)\""
    let both = "\(comparison)\(lexer.spelling(literal.range)) ~ \(lexer.spelling(token.range))"
    // An overlong example is dropped, as overlong suggestions are.
    let example = (try? value(literal, for: draft)) == nil || both.utf8.count > 80 ? "" : ": `\(both)`"
    throw lexer.error(
      "a value of several words needs quotes, and words to search for go first or after ~\(example)",
      at: token.range.lowerBound, suggestion: suggestion)
  }

  /// Whether no further word can belong to a bare value: it is `yes`, `nil` or a value of an enumeration.
  private func endsClearly(_ word: String, _ literal: Literal, of draft: Draft) -> Bool {
    switch draft.kind {
    case .boolean: Literal.isReserved(word)
    case .enumeration: (try? value(literal, for: draft)) != nil
    default: Literal.isNull(word)
    }
  }

  /// The error for a token at which no value can begin.
  func noValue(after comparisonOperator: Comparison.Operator?) -> InvalidPredicate {
    let offset = token.range.lowerBound
    let spelling = lexer.spelling(token.range)
    switch token.kind {
    case .end: return lexer.error("the predicate ends where a value should follow", at: offset)
    case .keyword: return lexer.error("`\(spelling)` is a keyword; as a value it needs quotes", at: offset)
    case .leftParenthesis where comparisonOperator == .in || comparisonOperator == .between:
      return lexer.error("a set of values goes in braces: {a, b}", at: offset)
    default: return lexer.error("a value is expected here, not \(quotedForMessage(spelling))", at: offset)
    }
  }

  /// The error for a value without a comparison.
  func aloneValue(_ literal: Literal) -> InvalidPredicate {
    if literal.argument != nil { return argumentAsKey(literal) }
    let spelling = lexer.spelling(literal.range)
    let offset = literal.range.lowerBound
    if let error = misspeltQuantifier(spelling, before: token, at: offset) { return error }
    if case .set = literal.content { return lexer.error("this set is not compared with anything", at: offset) }
    return lexer.error(
      "\(quotedForMessage(spelling)) is not compared with anything", at: offset,
      suggestion: "name contains \(spelling)")
  }

  /// The error for anything but a connective after a comparison.
  func leftOver() -> InvalidPredicate {
    if let error = misspeltConnective() { return error }
    if arguments == nil, case .argument = token.kind { return Self.noArguments(lexer, at: token.range.lowerBound) }
    let spelling = quotedForMessage(lexer.spelling(token.range))
    return lexer.error("AND or OR is missing before \(spelling)", at: token.range.lowerBound)
  }
}
