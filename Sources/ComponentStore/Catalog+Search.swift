public import ComponentModel
public import ComponentQuery
internal import GRDB

extension Catalog {
  /// The components that a predicate is true of.
  ///
  /// - Parameters:
  ///   - everything: with hidden components, shadowed duplicates and quarantined bundles.
  /// - Throws: ``StoreError``, and `InvalidPredicate` where an expression of `MATCHES` is none or takes too long.
  ///   - limit: at most so many components.
  public func search(
    _ predicate: ComponentPredicate, view: CatalogView, everything: Bool = false, limit: Int = .max
  ) throws -> CatalogResult {
    try read { connection in
      let search = try search(connection, view)
      let plan = try search.plan(predicate, everything ? .everything : .visible)
      let components = try search.components(plan, limit: limit)
      let quarantined = everything ? try search.quarantined(plan.predicate) : []
      return CatalogResult(predicate: plan.predicate, components: components, quarantined: quarantined)
    }
  }

  /// All components that a caller sees, by name, for a closure to choose from.
  public func components(view: CatalogView) throws -> [Component] {
    try read { connection in
      let search = try search(connection, view)
      return try search.state.everything { try search.components(.constant(true), with: .visible) }
    }
  }

  /// The URIs of what a search finds, in the catalog's own order.
  public func uris(_ search: CatalogSearch, view: CatalogView, limit: Int) throws -> [String] {
    try run(search, view) { try $0.uris($1, limit: limit) }
  }

  /// A predicate with what it stands for: saved searches and collections, and words that were probably meant.
  public func resolved(_ predicate: ComponentPredicate, view: CatalogView) throws -> ComponentPredicate {
    try read { connection in
      try Resolver(connection: connection, state: search(connection, view).state).resolved(predicate)
    }
  }

  /// How many components a search finds.
  public func count(_ search: CatalogSearch, view: CatalogView) throws -> Int {
    try run(search, view) { try $0.count($1) }
  }

  /// The first components that a search finds, by name.
  public func components(_ search: CatalogSearch, view: CatalogView, limit: Int) throws -> [Component] {
    try run(search, view) { try $0.components($1, limit: limit) }
  }

  /// Bundles and plugins that are kept away from hosts.
  public func quarantined(view: CatalogView) throws -> [QuarantinedBundle] {
    try read { connection in try search(connection, view).quarantined(.constant(true)) }
  }

  func run<Result>(
    _ search: CatalogSearch, _ view: CatalogView, _ body: (Search, SearchPlan) throws -> Result
  ) throws -> Result {
    try read { connection in
      let found = try self.search(connection, view)
      return try body(found, try found.state.plan(of: search) { try found.plan(search) })
    }
  }

  func search(_ connection: Database, _ view: CatalogView) throws -> Search {
    let state = try kept.state(connection, view, hasUserStore: hasUserStore)
    guard state.catalog.visibility.hasBundles || view.acceptsNothing else { throw NotScanned() }
    return Search(connection: connection, state: state)
  }
}
