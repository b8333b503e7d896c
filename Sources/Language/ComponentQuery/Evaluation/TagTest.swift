package import ComponentModel

/// A comparison with tags as a test of one tag.
///
/// The quantifier of ``Comparison/listReading`` says how many of a component's tags must pass: `tag != x` without
/// quantifier tests each tag for `== x`, and none may pass.
package struct TagTest: Sendable {
  private let test: TextTest
  private let looksAtWholeNames: Bool
  private let isNegated: Bool

  /// The test of a comparison whose key is of kind ``Key/Kind/tags``.
  ///
  /// - Throws: ``InvalidPredicate`` if the expression of `MATCHES` is invalid.
  package init(_ comparison: Comparison, rules: any TextRules) throws(InvalidPredicate) {
    let elementOperator = comparison.listReading.elementOperator
    isNegated = elementOperator == .notEqual
    looksAtWholeNames = isNegated || elementOperator == .equal || elementOperator == .in
    // A tag differs from a text if none of its names equals it: negate the whole, not the test of a name.
    test = try TextTest(
      isNegated ? .equal : elementOperator, comparison.value,
      folding: TextFolding(comparison, rules))
  }

  /// Whether one of the tag's names passes; for `!=`, whether none of them is equal.
  ///
  /// - Throws: ``InvalidPredicate`` if `MATCHES` took too long.
  package func matches(_ tag: Tag) throws(InvalidPredicate) -> Bool {
    try hasMatchingName(tag) != isNegated
  }

  private func hasMatchingName(_ tag: Tag) throws(InvalidPredicate) -> Bool {
    for name in tag.displayNames where try test.matches(name) { return true }
    guard looksAtWholeNames else { return false }
    for name in tag.wholeNames where try test.matches(name) { return true }
    return false
  }
}
