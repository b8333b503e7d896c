import ComponentModel

/// Values of the kinds of text that have a form of their own.
extension Parser {
  func enumerationValue(_ literal: Literal, for draft: Draft) throws(PredicateError) -> Comparison.Value {
    let typed = letters(of: literal)
    if let value = draft.key.enumerationValue(spelt: typed) { return .text(value) }
    let values = draft.key.enumerationValues
    let message = "unknown \(draft.key.rawValue) \(quotedForMessage(typed))"
    if let near = nearest(to: typed, in: values) {
      throw lexer.error(message, at: literal.range.lowerBound, suggestion: near)
    }
    throw lexer.error("\(message); it is one of \(values.joined(separator: " "))", at: literal.range.lowerBound)
  }

  /// A date, completed where its order is asked; a part of one for `BEGINSWITH` and its kind.
  func date(_ literal: Literal, for draft: Draft) throws(PredicateError) -> String {
    let typed = letters(of: literal)
    if draft.comparisonOperator.isTextual { return typed }
    if let date = completedDate(typed) { return date }
    throw wrongValue(literal, for: draft, remedy: "write it in UTC as \"2026-11-01\" or \"2026-11-01T18:30:00Z\"")
  }

  func version(_ literal: Literal, for draft: Draft) throws(PredicateError) -> String {
    let typed = letters(of: literal)
    if !draft.comparisonOperator.isOrder || Version(parsing: typed) != nil { return typed }
    throw wrongValue(literal, for: draft, remedy: "write minor and micro version as \"2.10\"")
  }
}

extension Version {
  /// The version that `minor.micro` or `minor` spells.
  init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.allSatisfy { (0x30...0x39).contains($0) } ? Int(Substring(part)) : nil
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
