extension ComponentManager {
  /// Why a component is in the result of a predicate, or is not.
  public struct Reason: Hashable, Sendable {
    /// Whether a search for the predicate finds the component.
    public var isFound: Bool
    /// Whether the predicate is true of it and it is left out all the same, because the person at this machine hides it.
    public var isLeftOutAsHidden: Bool
    /// The predicate with the truth of each part; saved searches and misspelt words with what they stand for.
    public var truth: PredicateTruth
  }

  /// Why a component is in the result of a predicate, or is not.
  ///
  /// - Throws: `InvalidPredicate` where the predicate can't be used, and an error of a store with its remedy.
  public func why(_ component: Component, _ predicate: ComponentPredicate) throws -> Reason {
    let resolved = try resolved(predicate)
    let subject = CatalogSubject(component) { try self.details(of: component) }
    let truth = try resolved.explained(for: subject, rules: rules)
    let isLeftOut = truth.isTrue && component.hidden && !resolved.names(.hidden)
    return Reason(isFound: truth.isTrue && !isLeftOut, isLeftOutAsHidden: isLeftOut, truth: truth)
  }
}
