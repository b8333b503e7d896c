internal import CatalogSearch

extension ComponentManager {
  /// Parses a predicate.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` with the column if the text isn't a predicate.
  public func predicate(_ text: String) throws(ComponentManagerError) -> ComponentPredicate {
    try parsed { () throws(InvalidPredicate) in try ComponentPredicate(parsing: text, rules: rules) }
  }

  /// Parses a predicate that has `%@` in place of values.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` with the column if the text isn't a predicate, if there are too
  ///   few or too many values, or if a value is not of its key's kind.
  public func predicate(
    _ text: String, arguments: [any PredicateArgument]
  ) throws(ComponentManagerError) -> ComponentPredicate {
    try parsed { () throws(InvalidPredicate) in
      try ComponentPredicate(parsing: text, arguments: arguments, rules: rules)
    }
  }

  /// Parses a complete typed predicate, with values for `%@` if there are any.
  ///
  /// - Throws: as ``predicate(_:arguments:)``; also for a key and a colon without a value, such as `tag:`.
  package func typedPredicate(
    _ text: String, arguments: [any PredicateArgument]
  ) throws(ComponentManagerError) -> ComponentPredicate {
    try parsed { () throws(InvalidPredicate) in
      try ComponentPredicate(typed: text, arguments: arguments, rules: rules)
    }
  }

  private func parsed(
    _ body: () throws(InvalidPredicate) -> ComponentPredicate
  ) throws(ComponentManagerError) -> ComponentPredicate {
    do throws(InvalidPredicate) { return try body() } catch { throw .invalidPredicate(error) }
  }

  /// A predicate in which references are expanded: `in "name"` becomes the saved search of that name, or else the
  /// members of the collection of that name; plain words become what they mean: see
  /// ``interpreted(_:everything:words:)``.
  ///
  /// Every search resolves its predicate. Call this before evaluating a predicate in memory with
  /// `PreparedPredicate`.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` for an unknown name, with the nearest, and for saved searches
  ///   that form a cycle; or an error about a store.
  public func resolved(_ predicate: ComponentPredicate) throws(ComponentManagerError) -> ComponentPredicate {
    try interpreted(predicate).predicate
  }

  /// A predicate as it is evaluated, with how its plain words were interpreted: misspelt words are corrected, names of
  /// tags in any language become the tag, words such as "stereo" and "no gui" become conditions, and if no component has
  /// all words, those with the most are meant.
  ///
  /// - Parameters:
  ///   - predicate: the predicate as parsed.
  ///   - everything: whether hidden components and shadowed duplicates count among those that have the words.
  ///   - matching: how far words may be from what components have.
  /// - Throws: as ``resolved(_:)``.
  public func interpreted(
    _ predicate: ComponentPredicate, everything: Bool = false, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> (predicate: ComponentPredicate, notes: [SearchNote]) {
    try query { try $0.resolved(predicate, view: $1, everything: everything, matching: matching) }
  }

  /// The rules for comparing text, which `PreparedPredicate` needs to evaluate a predicate in memory.
  public var textRules: any TextRules { rules }
}
