package import ComponentQuery

/// A search to run repeatedly: a predicate, and optionally a host's filter. It is planned once for each state of the
/// catalog.
///
/// Safe to use from any thread.
package final class CatalogQuery: Sendable {
  /// How a search reads its predicate.
  package enum Reading: Sendable {
    /// Saved searches, collections and plain words are resolved; the matching limits how far words may differ from
    /// those of components.
    case resolving(WordMatching)
    /// The predicate is already resolved, and evaluated unchanged: interpreting words twice would change their meaning.
    case resolved

    /// Whether words are taken exactly as they are.
    var isLiteral: Bool {
      switch self {
      case .resolving(let matching): matching == .exact
      case .resolved: true
      }
    }
  }

  /// The predicate that components must match.
  package let predicate: ComponentPredicate
  /// Whether to include hidden components and shadowed duplicates.
  package let findsEverything: Bool
  /// How the predicate is read.
  package let reading: Reading
  /// The host's test of the predicate's matches.
  package let filter: ComponentFilter?

  /// A search for a predicate.
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
