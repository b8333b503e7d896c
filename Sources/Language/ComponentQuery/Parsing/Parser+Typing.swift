import ComponentModel

/// Checks that the parts of a comparison fit together.
extension Parser {
  /// The comparison of a draft with a value, in its canonical form.
  func node(_ draft: Draft, _ literal: Literal) throws(InvalidPredicate) -> Node {
    if let span = span(literal, of: draft) { return node(between: span, draft) }
    let comparison = try comparison(draft, literal)
    return named(comparison) ?? Node(.comparison(comparison))
  }

  /// For a comparison with the name of a license, as a facet gives it, a comparison with everything that bundles write
  /// for it; nil for any other comparison.
  private func named(_ comparison: Comparison) -> Node? {
    guard comparison.key == .license, !comparison.isCount, comparison.options.isEmpty else { return nil }
    var written = comparison
    switch (comparison.comparisonOperator, comparison.value) {
    case (.equal, .text(let name)), (.notEqual, .text(let name)):
      let texts = License.texts(named: name)
      guard texts.count > 1 else { return nil }
      (written.comparisonOperator, written.value) = (.in, .set(texts.map { .text($0) }))
    case (.in, .set(let values)):
      let own = values.compactMap(\.text)
      var seen: Set<String> = []
      let texts = own.flatMap(License.texts).filter { seen.insert($0).inserted }
      // A list without such a name keeps its values as written, duplicates included.
      guard seen != Set(own) else { return nil }
      written.value = .set(texts.map { .text($0) })
    default: return nil
    }
    let isNegated = comparison.comparisonOperator == .notEqual
    return isNegated ? Node(.not(.comparison(written)), height: 2) : Node(.comparison(written))
  }

  private func comparison(_ draft: Draft, _ literal: Literal) throws(InvalidPredicate) -> Comparison {
    try checkQuantifier(draft)
    try checkOperator(draft)
    let options = try options(draft)
    let value = try value(literal, for: draft)
    try checkPattern(value, options: options, of: draft, literal: literal)
    return Comparison(
      key: draft.key, operator: draft.comparisonOperator, value: value, options: value == .null ? [] : options,
      quantifier: draft.quantifier, isCount: draft.reference.isCount)
  }

  private func checkQuantifier(_ draft: Draft) throws(InvalidPredicate) {
    guard let quantifier = draft.quantifier, draft.reference.isCount || !draft.key.isList else { return }
    throw lexer.error(
      "\(quantifier.rawValue) is for keys with several values such as tag; \(draft.reference.spelling) has one",
      at: draft.start)
  }

  private func checkOperator(_ draft: Draft) throws(InvalidPredicate) {
    guard !draft.kind.allows(draft.comparisonOperator) else { return }
    let spelling = draft.comparisonOperator.rawValue
    throw lexer.error(
      "\(draft.reference.spelling) \(draft.kind.explanation), which \(spelling) does not compare; use "
        + draft.kind.operators, at: draft.operatorOffset)
  }

  /// The modifiers that matter for the kind of the key.
  private func options(_ draft: Draft) throws(InvalidPredicate) -> TextOptions {
    switch draft.kind {
    case .text, .texts: return draft.options
    case .tags: return draft.options.intersection(.ignoringAccents)
    case .enumeration, .date, .version: return []
    case .number, .boolean, .ranges:
      guard let offset = draft.modifiersOffset else { return [] }
      throw lexer.error(
        "[c] and [d] are for text; \(draft.reference.spelling) \(draft.kind.explanation)", at: offset)
    }
  }

  /// Compiles the expression of `MATCHES` to check it.
  private func checkPattern(
    _ value: Comparison.Value, options: TextOptions, of draft: Draft, literal: Literal
  ) throws(InvalidPredicate) {
    guard draft.comparisonOperator == .matches, let rules, let expression = value.text else { return }
    do {
      _ = try rules.pattern(expression, options)
    } catch {
      throw self.error(patternMessage(error), about: literal)
    }
  }
}

/// The message for an expression of `MATCHES` that can't be used.
func patternMessage(_ error: any Error) -> String {
  switch error as? TextPatternError {
  case .invalid(let reason): "this is not a regular expression: \(reason)"
  case .tooSlow: "MATCHES took too long; use a simpler regular expression"
  case nil: "this is not a regular expression: \(error)"
  }
}

extension Key.Kind {
  /// Whether an operator can compare values of this kind.
  package func allows(_ comparisonOperator: Comparison.Operator) -> Bool {
    switch self {
    case .text, .texts, .date, .version: true
    case .tags: !comparisonOperator.isOrder
    case .number, .ranges: !comparisonOperator.isTextual
    case .boolean: comparisonOperator == .equal || comparisonOperator == .notEqual
    case .enumeration: comparisonOperator == .equal || comparisonOperator == .notEqual || comparisonOperator == .in
    }
  }

  /// The kind, as the end of a sentence that begins with the key.
  var explanation: String {
    switch self {
    case .text: "is text"
    case .texts: "is a list of text values"
    case .number: "is a number"
    case .boolean: "is yes or no"
    case .date: "is a date"
    case .version: "is two numbers"
    case .enumeration: "is one of a few words"
    case .tags: "is a list of tags"
    case .ranges: "is a list of ranges of numbers"
    }
  }

  /// The operators of the kind, for messages.
  fileprivate var operators: String {
    switch self {
    case .tags: "== != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES"
    case .boolean: "== or !="
    case .enumeration: "== != or IN"
    default: "== != < <= > >= IN or BETWEEN"
    }
  }
}
