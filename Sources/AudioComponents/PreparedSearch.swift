internal import ComponentStore

/// A predicate, perhaps with a test of the host's, that is asked again and again: how it is searched for is decided once for each state of the catalog.
///
/// Each call sees what any process has committed before it. May be used from any thread, never on the render thread.
public final class PreparedSearch: Sendable {
  /// What is searched for, as it was given.
  public let predicate: ComponentPredicate
  /// What is asked of the components that the predicate is true of.
  public let filter: ComponentFilter?
  private let manager: ComponentManager
  private let search: CatalogSearch

  init(
    _ predicate: ComponentPredicate, _ manager: ComponentManager, findsEverything: Bool, filter: ComponentFilter?
  ) {
    self.predicate = predicate
    self.filter = filter
    self.manager = manager
    search = CatalogSearch(predicate, findsEverything: findsEverything, filter: filter)
  }

  /// The URIs of the first components in the catalog's own order, which is that of their discovery.
  public func uris(limit: Int = .max) throws -> [String] {
    try manager.query { try $0.uris(search, view: $1, limit: limit) }
  }

  /// How many components there are.
  public func count() throws -> Int { try manager.query { try $0.count(search, view: $1) } }

  /// The first components by name, in the caller's collation.
  public func components(limit: Int = .max) throws -> [Component] {
    try manager.query { try $0.components(search, view: $1, limit: limit) }
  }

  /// What the components have in common: how many there are of each type, tag and manufacturer.
  public func facets() throws -> Facets { try manager.query { try $0.facets(search, view: $1) } }

  /// How the search is done: it is done, with a clock.
  public func plan() throws -> QueryPlan { try manager.query { try $0.plan(search, view: $1) } }
}

extension ComponentManager {
  /// Prepares a predicate that will be asked often, or by parts: how many, which first, of what tags.
  ///
  /// - Parameters:
  ///   - everything: with hidden components and shadowed duplicates.
  ///   - filter: a test of the components that the predicate is true of, for what no predicate says.
  public func prepare(
    _ predicate: ComponentPredicate, everything: Bool = false, filter: ComponentFilter? = nil
  ) -> PreparedSearch {
    PreparedSearch(predicate, self, findsEverything: everything, filter: filter)
  }
}
