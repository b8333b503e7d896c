package import ComponentQuery

/// A search to run repeatedly: a predicate, and perhaps a filter of the host's. It is planned once for each state of
/// the catalog.
///
/// Safe to use from any thread.
package final class CatalogSearch: Sendable {
  /// How a search reads its predicate.
  package enum Reading: Sendable {
    /// Saved searches, collections and plain words are resolved; words may be so far from what components have.
    case resolving(WordMatching)
    /// It has been resolved, and is evaluated as it is: words that are interpreted twice mean something else.
    case resolved
  }

  /// The predicate.
  package let predicate: ComponentPredicate
  /// Whether to include hidden components and shadowed duplicates.
  package let findsEverything: Bool
  /// How the predicate is read.
  package let reading: Reading
  /// The host's test of the predicate's matches.
  package let filter: ComponentFilter?

  /// A search.
  package init(
    _ predicate: ComponentPredicate, findsEverything: Bool = false, reading: Reading = .resolving(.interpreted),
    filter: ComponentFilter? = nil
  ) {
    self.reading = reading
    self.predicate = predicate
    self.findsEverything = findsEverything
    self.filter = filter
  }

  var scope: Search.Scope {
    if findsEverything { return .everything }
    return filter?.seesHidden == true ? .hidden : .visible
  }
}
