package import ComponentModel

/// A comparison as a test of one text: folded, compiled and hashed once, evaluated many times.
package struct TextTest: Sendable {
  private enum Test: Sendable {
    case isOneOf(Set<ExactText>)
    case contains(ByteSearch)
    case begins(ByteSearch)
    case ends(ByteSearch)
    case like(Wildcard)
    case matches(any TextPattern)
    case order(OrderTest<ExactText>)
    case never
  }

  private let test: Test
  private let isNegated: Bool
  private let folding: TextFolding

  /// The test of one text, or of one element of a list of texts, for which the comparison is read as
  /// ``Comparison/listReading`` says.
  ///
  /// - Throws: ``InvalidPredicate`` if the expression of `MATCHES` is invalid.
  package init(_ comparison: Comparison, rules: any TextRules) throws(InvalidPredicate) {
    let isElement = comparison.key.isList
    try self.init(
      isElement ? comparison.listReading.elementOperator : comparison.comparisonOperator, comparison.value,
      folding: TextFolding(comparison, rules))
  }

  init(
    _ comparisonOperator: Comparison.Operator, _ value: Comparison.Value, folding: TextFolding
  ) throws(InvalidPredicate) {
    self.folding = folding
    isNegated = comparisonOperator == .notEqual
    guard let text = value.text else {
      test = Self.test(comparisonOperator, severalTexts: value, folding)
      return
    }
    let folded = comparisonOperator == .matches ? text : folding(text)
    switch comparisonOperator {
    case .equal, .notEqual: test = .isOneOf([ExactText(folded)])
    case .contains: test = .contains(ByteSearch(folded))
    case .beginsWith: test = .begins(ByteSearch(folded))
    case .endsWith: test = .ends(ByteSearch(folded))
    case .like: test = .like(Wildcard(folded))
    case .matches: test = .matches(try folding.pattern(text))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      test = .order(OrderTest(comparisonOperator, ExactText(folded)))
    case .in, .between: test = .never
    }
  }

  /// The test of `IN` and `BETWEEN`. A value of another kind matches no text.
  private static func test(
    _ comparisonOperator: Comparison.Operator, severalTexts value: Comparison.Value, _ folding: TextFolding
  ) -> Test {
    let texts = value.members.compactMap(\.text).map { ExactText(folding($0)) }
    switch (comparisonOperator, value) {
    case (.in, .set): return .isOneOf(Set(texts))
    case (.between, .range) where texts.count == 2: return .order(OrderTest(.between, texts[0], texts[1]))
    default: return .never
    }
  }

  /// Whether the text passes.
  ///
  /// - Throws: ``InvalidPredicate`` if `MATCHES` took too long.
  package func matches(_ text: String) throws(InvalidPredicate) -> Bool {
    try holds(for: text) != isNegated
  }

  private func holds(for text: String) throws(InvalidPredicate) -> Bool {
    switch test {
    case .isOneOf(let texts): return texts.contains(ExactText(folding(text)))
    case .contains(let search): return search.isFound(in: folding(text))
    case .begins(let search): return search.isPrefix(of: folding(text))
    case .ends(let search): return search.isSuffix(of: folding(text))
    case .like(let wildcard): return wildcard.matchesWhole(folding(text))
    case .order(let order): return order.matches(ExactText(folding(text)))
    case .never: return false
    case .matches(let pattern):
      do {
        return try pattern.matchesWhole(folding.isTag ? folding(text) : text)
      } catch {
        throw InvalidPredicate(patternMessage(error))
      }
    }
  }
}
