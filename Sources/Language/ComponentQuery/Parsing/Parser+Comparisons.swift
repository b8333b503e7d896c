import ComponentModel

/// A partly parsed comparison, with the offsets that an error may point at.
struct Draft {
  var reference: Key.Reference
  var quantifier: Comparison.Quantifier?
  var comparisonOperator: Comparison.Operator
  var options: TextOptions = []
  /// Where the comparison, its key and its operator begin.
  var start: Int
  var keyOffset: Int
  var operatorOffset: Int
  var modifiersOffset: Int?

  var key: Key { reference.key }
  /// A count is a number, whatever is counted.
  var kind: Key.Kind { reference.isCount ? .number : key.kind }
}

extension Parser {
  /// Parses one comparison with the key on either side.
  mutating func parseComparison() throws(InvalidPredicate) -> Node {
    let start = token
    var quantifier: Comparison.Quantifier?
    if case .keyword(let keyword) = token.kind {
      guard let word = keyword.quantifier else { throw noOperand() }
      quantifier = word
      try advance()
    }
    if case .word(let word) = token.kind, !Literal.isReserved(word) {
      return try parseKeyed(word, quantifier: quantifier, start: start.range.lowerBound)
    }
    guard startsLiteral else { throw noOperand() }
    guard quantifier == nil else {
      if case .argument = token.kind { throw argumentAsKey(try parseArgument()) }
      throw lexer.error(
        "\(lexer.spelling(start.range)) comes before a key: write the key first", at: start.range.lowerBound)
    }
    return try parseReversed()
  }

  /// `key OPERATOR value`.
  private mutating func parseKeyed(
    _ word: String, quantifier: Comparison.Quantifier?, start: Int
  ) throws(InvalidPredicate) -> Node {
    let key = token
    try advance()
    guard let reference = Key.Reference(spelling: word) else {
      throw unknownKey(word, at: key.range.lowerBound, isCompared: token.comparisonOperator != nil)
    }
    guard let comparisonOperator = token.comparisonOperator else { throw noOperator(reference, key: key) }
    var draft = Draft(
      reference: reference, quantifier: quantifier, comparisonOperator: comparisonOperator, start: start,
      keyOffset: key.range.lowerBound, operatorOffset: token.range.lowerBound)
    try advance()
    try parseModifiers(into: &draft)
    let literal = try parseLiteral(after: comparisonOperator)
    try checkNothingFollows(literal, of: draft)
    return try node(draft, literal)
  }

  /// `value OPERATOR key`.
  private mutating func parseReversed() throws(InvalidPredicate) -> Node {
    let start = token.range.lowerBound
    let literal = try parseLiteral(after: nil)
    guard let comparisonOperator = token.comparisonOperator else { throw aloneValue(literal) }
    let operatorOffset = token.range.lowerBound
    try advance()
    var draft = Draft(
      reference: .init(.name), comparisonOperator: comparisonOperator, start: start, keyOffset: start,
      operatorOffset: operatorOffset)
    try parseModifiers(into: &draft)
    draft.keyOffset = token.range.lowerBound
    guard case .word(let word) = token.kind else {
      if literal.argument != nil { throw argumentAsKey(literal) }
      throw lexer.error("a comparison needs a key, such as name or tag, on one side", at: draft.keyOffset)
    }
    guard let reference = Key.Reference(spelling: word) else {
      if literal.argument != nil, Key.suggestion(for: word) == nil { throw argumentAsKey(literal) }
      throw unknownKey(word, at: draft.keyOffset, isCompared: true)
    }
    try advance()
    draft.reference = reference
    let (turned, value) = try turn(draft, literal)
    return try node(turned, value)
  }

  private mutating func parseModifiers(into draft: inout Draft) throws(InvalidPredicate) {
    guard case .modifiers(let options) = token.kind else { return }
    draft.options = options
    draft.modifiersOffset = token.range.lowerBound
    try advance()
  }

  /// The same comparison with the key on the left. A value `IN` a list is an element of it; a value `IN` a text is a
  /// part of it.
  private func turn(_ draft: Draft, _ literal: Literal) throws(InvalidPredicate) -> (Draft, Literal) {
    var draft = draft
    switch (draft.comparisonOperator, literal.content) {
    case (.equal, _), (.notEqual, _): break
    case (.less, _): draft.comparisonOperator = .greater
    case (.lessOrEqual, _): draft.comparisonOperator = .greaterOrEqual
    case (.greater, _): draft.comparisonOperator = .less
    case (.greaterOrEqual, _): draft.comparisonOperator = .lessOrEqual
    case (.contains, .set): draft.comparisonOperator = .in
    case (.in, .set): throw misplacedKey(draft)
    case (.in, _): draft.comparisonOperator = draft.key.isList && !draft.key.isWholeList ? .equal : .contains
    default: throw misplacedKey(draft)
    }
    return (draft, literal)
  }

  private func misplacedKey(_ draft: Draft) -> InvalidPredicate {
    let spelling = draft.comparisonOperator.rawValue
    return lexer.error("the key goes on the left of \(spelling), the value on the right", at: draft.keyOffset)
  }
}
