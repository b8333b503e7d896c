/// Converts literals to the kind of the key they are compared with.
extension Parser {
  /// The value of a comparison: a set after `IN`, two bounds after `BETWEEN`, else one value.
  func value(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    switch (draft.comparisonOperator, literal.content) {
    case (.in, .set(let members)):
      var values: [Comparison.Value] = []
      values.reserveCapacity(members.count)
      for member in members { values.append(try scalar(member, for: draft)) }
      return .set(values)
    case (.between, .set(let members)) where members.count == 2:
      return .range(try scalar(members[0], for: draft), try scalar(members[1], for: draft))
    case (.between, _):
      throw error("BETWEEN takes two values in braces: {1, 2}", about: literal)
    case (.in, _):
      let typed = lexer.spelling(literal.range)
      let suggestion = lexer.spelling(draft.start..<literal.range.lowerBound) + "{\(typed)}"
      throw error("IN takes a set of values in braces", about: literal, suggestion: suggestion)
    case (_, .set):
      let spelling = draft.comparisonOperator.rawValue
      throw error("\(spelling) takes one value; a set is for IN and BETWEEN", about: literal)
    default:
      return try nullOrScalar(literal, for: draft)
    }
  }

  private func nullOrScalar(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    guard case .word(let word) = literal.content, Literal.isNull(word) else { return try scalar(literal, for: draft) }
    guard draft.comparisonOperator == .equal || draft.comparisonOperator == .notEqual else {
      throw error("only == and != compare with nil; the text nil needs quotes", about: literal)
    }
    guard draft.reference.isCount || !draft.key.isList else {
      throw lexer.error(
        "a list is never nil, it is empty", at: draft.keyOffset, suggestion: "\(countSpelling(draft.key)) == 0")
    }
    return .null
  }

  private func countSpelling(_ key: Key) -> String {
    let spelling = key.rawValue + ".@count"
    return Key.Reference(spelling: spelling)?.spelling ?? spelling
  }

  private func scalar(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    if case .word(let word) = literal.content, Literal.isNull(word) {
      throw error("nil can't be one of several values; the text nil needs quotes", about: literal)
    }
    switch draft.kind {
    case .number, .ranges: return try number(literal, for: draft)
    case .boolean: return try flag(literal, for: draft)
    case .enumeration: return try enumerationValue(literal, for: draft)
    case .text, .texts, .tags: return .text(try text(literal, for: draft))
    case .date: return .text(try date(literal, for: draft))
    case .version: return .text(try version(literal, for: draft))
    }
  }

  private func number(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    if let number = typedNumber(literal) {
      guard number.isFinite else { throw error("the number is too large", about: literal) }
      return .number(number)
    }
    throw wrongValue(literal, for: draft, typed: "write digits" + withoutQuotes(literal), passed: "pass a number")
  }

  private func typedNumber(_ literal: Literal) -> Double? {
    switch literal.content {
    case .number(let number): return number
    case .typed(let text):
      let lexer = Lexer(text)
      guard case .number(let number)? = lexer[0]?.kind, lexer[1]?.isEnd == true else { return nil }
      return number
    default: return nil
    }
  }

  private func flag(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    switch literal.content {
    case .word(let word), .typed(let word): if let flag = Literal.flag(word) { return .flag(flag) }
    case .number(let number): if number == 0 || number == 1 { return .flag(number == 1) }
    default: break
    }
    throw wrongValue(literal, for: draft, typed: "write yes or no" + withoutQuotes(literal), passed: "pass a Bool")
  }

  private func withoutQuotes(_ literal: Literal) -> String { literal.content.string == nil ? "" : " without quotes" }

  /// An unquoted number is a text if it can't be meant as a number: `name contains 42`, but not `name < 42`.
  private func text(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> String {
    switch literal.content {
    case .string(let text), .typed(let text): return text
    case .word(let text) where literal.argument == nil: return text
    case .number where !draft.comparisonOperator.isOrder: return spelling(of: literal)
    default:
      let spelling = spelling(of: literal)
      throw wrongValue(literal, for: draft, typed: "write \"\(spelling)\" to compare text", passed: "pass a String")
    }
  }

  /// The text of a value, even if it looks like a number.
  func letters(of literal: Literal) -> String {
    switch literal.content {
    case .word(let text), .string(let text), .typed(let text): text
    case .number, .set: spelling(of: literal)
    }
  }

  /// The error for a value of the wrong kind, with the remedies for a typed and a
  /// passed value.
  func wrongValue(_ literal: Literal, for draft: Draft, typed: String, passed: String) -> InvalidPredicate {
    let value = quotedForMessage(spelling(of: literal))
    let remedy = literal.argument == nil ? typed : passed
    let problem =
      namesKey(literal)
      ? "\(value) is a key, and two keys can't be compared"
      : "\(draft.reference.spelling) \(draft.kind.explanation) and \(value) is not"
    return error("\(problem); \(remedy)", about: literal)
  }

  /// Whether a value is the name of a key, without quotes.
  private func namesKey(_ literal: Literal) -> Bool {
    guard literal.argument == nil, case .word(let word) = literal.content else { return false }
    return Key.Reference(spelling: word) != nil
  }
}
