internal import CatalogSearch

/// A search to run again and again: it is planned once for each state of the catalog.
///
/// Each call sees what any process has committed before it. Safe to use from any thread; never use it on the render thread.
public final class PreparedSearch: Sendable {
  /// The predicate as it was given.
  public let predicate: ComponentPredicate
  /// The test of the predicate's matches, if any.
  public let filter: ComponentFilter?
  private let manager: ComponentManager
  private let search: CatalogQuery

  init(
    _ predicate: ComponentPredicate, in manager: ComponentManager, findsEverything: Bool, words matching: WordMatching,
    filter: ComponentFilter?
  ) {
    self.predicate = predicate
    self.filter = filter
    self.manager = manager
    search = CatalogQuery(predicate, findsEverything: findsEverything, reading: .resolving(matching), filter: filter)
  }

  /// The URIs of the first components in the catalog's own order, which is the order of their discovery.
  ///
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if the predicate can't be evaluated,
  ///   ``ComponentManagerError/testFailed(_:)`` with an error of the filter, or an error about a store.
  public func uris(limit: Int = .max) throws(ComponentManagerError) -> [String] {
    try manager.query { try $0.uris(search, view: $1, limit: limit) }
  }

  /// The number of components.
  ///
  /// - Throws: as ``uris(limit:)``.
  public func count() throws(ComponentManagerError) -> Int { try manager.query { try $0.count(search, view: $1) } }

  /// The first components by name, in the caller's collation; for plain words, the best matches.
  ///
  /// - Throws: as ``uris(limit:)``.
  public func components(limit: Int = .max) throws(ComponentManagerError) -> [Component] {
    try manager.query { try $0.components(search, view: $1, limit: limit) }
  }

  /// The number of components of each type, tag, manufacturer, license and number of channels, and of those with a user interface.
  ///
  /// - Throws: as ``uris(limit:)``.
  public func facets() throws(ComponentManagerError) -> Facets {
    try manager.query { try $0.facets(search, view: $1) }
  }

  /// Runs the search and reports how it was done and how long each step took.
  ///
  /// - Throws: as ``uris(limit:)``.
  public func plan() throws(ComponentManagerError) -> QueryPlan {
    try manager.query { try $0.plan(search, view: $1) }
  }
}

extension ComponentManager {
  /// Prepares a search to run often, or to ask for parts of its result: the count, the first components, the facets.
  ///
  /// - Parameters:
  ///   - predicate: what to search for.
  ///   - everything: whether to include hidden components and shadowed duplicates.
  ///   - matching: how far plain words may be from what components have; `WordMatching.typing` for a search at each
  ///     keystroke.
  ///   - filter: a test of the predicate's matches, for what the query language can't express.
  public func prepare(
    _ predicate: ComponentPredicate, everything: Bool = false, words matching: WordMatching = .interpreted,
    filter: ComponentFilter? = nil
  ) -> PreparedSearch {
    PreparedSearch(predicate, in: self, findsEverything: everything, words: matching, filter: filter)
  }
}
