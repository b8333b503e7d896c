package import ComponentModel
package import ComponentQuery

extension SavedSearch {
  /// The search's predicate.
  ///
  /// - Throws: `InvalidPredicate` with the column at which the text is invalid.
  package func parsed(_ rules: any TextRules) throws(InvalidPredicate) -> ComponentPredicate {
    try ComponentPredicate(parsing: predicate, rules: rules)
  }

  /// A hash of key and predicate, the same in every process: see `schema/user-002.sql`.
  func digest(_ key: String) -> UInt64 {
    var hash = StableHash()
    hash.add(key)
    hash.add(predicate)
    return hash.value
  }
}
