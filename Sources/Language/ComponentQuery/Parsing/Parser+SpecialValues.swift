import ComponentModel

/// Values of the kinds of text that have their own format.
extension Parser {
  func enumerationValue(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> Comparison.Value {
    let typed = letters(of: literal)
    if let value = draft.key.enumerationValue(spelt: typed) { return .text(value) }
    let values = draft.key.enumerationValues
    let message = "unknown \(draft.key.rawValue) \(quotedForMessage(typed))"
    if let near = draft.key.value(meantBy: typed) ?? nearest(to: typed, in: values) {
      throw error(message, about: literal, suggestion: near)
    }
    throw error("\(message); use one of \(values.joined(separator: " "))", about: literal)
  }

  /// A date, completed to its earliest moment for ordering; a partial one for `BEGINSWITH` and the like.
  func date(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> String {
    let typed = letters(of: literal)
    if draft.comparisonOperator.isTextual { return typed }
    guard let span = DateSpan(typed) else {
      let example = "in UTC as \"2026-11-01\" or \"2026-11-01T18:30:00Z\""
      throw wrongValue(literal, for: draft, typed: "write it \(example)", passed: "pass it \(example)")
    }
    guard draft.comparisonOperator != .in || span.isMoment else {
      let key = draft.reference.spelling
      throw error(
        "IN needs times with seconds; for longer periods join comparisons: \(key) == \"\(typed)\" OR \(key) == …",
        about: literal)
    }
    return span.first
  }

  /// The span of an abbreviated date, if the comparison asks whether a moment lies in it.
  func span(_ literal: Literal, of draft: Draft) -> DateSpan? {
    guard draft.kind == .date, draft.comparisonOperator == .equal || draft.comparisonOperator == .notEqual,
      draft.quantifier == nil, let span = DateSpan(letters(of: literal)), !span.isMoment
    else { return nil }
    return span
  }

  /// `==` with a day or a longer span: between its first and its last second.
  func node(between span: DateSpan, _ draft: Draft) -> Node {
    let node = Node(
      .comparison(Comparison(key: draft.key, operator: .between, value: .range(.text(span.first), .text(span.last)))))
    return draft.comparisonOperator == .equal ? node : node.negated
  }

  func version(_ literal: Literal, for draft: Draft) throws(InvalidPredicate) -> String {
    let typed = letters(of: literal)
    // A passed number has lost the trailing zero of 2.10.
    let isText =
      switch literal.content {
      case .string, .typed: true
      case .word, .number, .set: literal.argument == nil
      }
    if isText, !draft.comparisonOperator.isOrder || Version(parsing: typed) != nil { return typed }
    let remedy = "minor and micro version as "
    throw wrongValue(
      literal, for: draft, typed: "write \(remedy)\"2.10\"", passed: "pass \(remedy)a String such as \"2.10\"")
  }
}

extension Version {
  /// The version that `minor.micro` or `minor` spells.
  init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.allSatisfy { $0.isASCIIDigit } ? Int(Substring(part)) : nil
    }
    guard (1...2).contains(numbers.count), let minor = numbers[0] else { return nil }
    guard numbers.count == 2 else {
      self.init(minor: minor, micro: 0)
      return
    }
    guard let micro = numbers[1] else { return nil }
    self.init(minor: minor, micro: micro)
  }
}
