package import ComponentQuery

/// A predicate, perhaps with a test of the host's, that is searched for again and again. How it is searched for is decided once for each state of the catalog.
///
/// May be used from any thread.
package final class CatalogSearch: Sendable {
  /// What is searched for, with saved searches resolved.
  package let predicate: ComponentPredicate
  /// Whether hidden components and shadowed duplicates are found too.
  package let findsEverything: Bool
  /// What is asked of the components that the predicate is true of.
  package let filter: ComponentFilter?

  /// A search.
  package init(_ predicate: ComponentPredicate, findsEverything: Bool = false, filter: ComponentFilter? = nil) {
    self.predicate = predicate
    self.findsEverything = findsEverything
    self.filter = filter
  }

  var scope: Search.Scope {
    if findsEverything { return .everything }
    return filter?.seesHidden == true ? .hidden : .visible
  }
}
