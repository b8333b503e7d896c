package import ComponentModel
package import ComponentQuery

extension SavedSearch {
  /// The search's predicate.
  ///
  /// - Throws: `InvalidPredicate` with the column at which the text is invalid.
  package func parsed(_ rules: any TextRules) throws(InvalidPredicate) -> ComponentPredicate {
    try ComponentPredicate(parsing: predicate, rules: rules)
  }
}
