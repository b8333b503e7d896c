internal import ComponentStore

extension ComponentManager {
  /// Parses a predicate.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` with the column if the text is no predicate.
  public func predicate(_ text: String) throws(ComponentManagerError) -> ComponentPredicate {
    do throws(InvalidPredicate) {
      return try ComponentPredicate(parsing: text, rules: rules)
    } catch {
      throw .invalidPredicate(error)
    }
  }

  /// Parses a predicate that has `%@` in place of values.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` with the column if the text is no predicate, if there are too
  ///   few or too many values, or if a value is not of its key's kind.
  public func predicate(
    _ text: String, arguments: [any PredicateArgument]
  ) throws(ComponentManagerError) -> ComponentPredicate {
    do throws(InvalidPredicate) {
      return try ComponentPredicate(parsing: text, arguments: arguments, rules: rules)
    } catch {
      throw .invalidPredicate(error)
    }
  }

  /// A predicate with everything that it refers to put in its place: `in "name"` becomes the saved search of that name, or
  /// else the members of the collection of that name; a plain word that no component has becomes the nearest one that a
  /// name, manufacturer or tag has.
  ///
  /// Every search resolves its predicate. Call this before evaluating a predicate in memory with ``PreparedPredicate``.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` for an unknown name, with the nearest, and for saved searches
  ///   that form a cycle; or an error about a store.
  public func resolved(_ predicate: ComponentPredicate) throws(ComponentManagerError) -> ComponentPredicate {
    try query { try $0.resolved(predicate, view: $1) }
  }

  /// The rules for comparing texts, which ``PreparedPredicate`` needs to evaluate a predicate in memory.
  public var textRules: any TextRules { rules }
}
