package import ComponentQuery

/// A search to run repeatedly: a predicate, and perhaps a filter of the host's. It is planned once for each state of
/// the catalog.
///
/// Safe to use from any thread.
package final class CatalogSearch: Sendable {
  /// The resolved predicate.
  package let predicate: ComponentPredicate
  /// Whether to include hidden components and shadowed duplicates.
  package let findsEverything: Bool
  /// How far words may be from what components have.
  package let matching: WordMatching
  /// The host's test of the predicate's matches.
  package let filter: ComponentFilter?

  /// A search.
  package init(
    _ predicate: ComponentPredicate, findsEverything: Bool = false, matching: WordMatching = .interpreted,
    filter: ComponentFilter? = nil
  ) {
    self.matching = matching
    self.predicate = predicate
    self.findsEverything = findsEverything
    self.filter = filter
  }

  var scope: Search.Scope {
    if findsEverything { return .everything }
    return filter?.seesHidden == true ? .hidden : .visible
  }
}
