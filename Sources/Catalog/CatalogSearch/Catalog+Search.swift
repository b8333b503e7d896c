internal import CatalogStore
package import ComponentModel
package import ComponentQuery
internal import PlainWords
internal import SQLite

extension Catalog {
  /// The components that match a predicate.
  ///
  /// - Parameters:
  ///   - everything: whether to include hidden components, shadowed duplicates and quarantined bundles.
  ///   - reading: how to read the predicate.
  ///   - near: whether to add what is near, if few components match: see ``NearSearch``.
  ///   - limit: the maximum number of components to return, including those that are near.
  /// - Throws: ``StoreError``, and `InvalidPredicate` if an expression of `MATCHES` is invalid or takes too long.
  package func search(
    _ predicate: ComponentPredicate, view: CatalogView, everything: Bool = false,
    reading: CatalogQuery.Reading = .resolving(.interpreted), near: Bool = false, limit: Int = .max
  ) throws -> SearchResult {
    try read(view) { state in
      let search = Search(state: state)
      let hidden = everything ? ComponentSet() : try search.hidden()
      let scope: Search.Scope = everything ? .everything : .visible
      let plan = try search.plan(predicate, scope: scope, reading: reading, keepsHidden: !hidden.isEmpty)
      var rows = try search.matches(plan)
      let found = rows.count
      if !hidden.isEmpty, !plan.predicate.names(.hidden) { rows.removeAll { hidden.contains($0) } }
      let answers = try search.answers(of: rows, plan, limit: limit)
      let nearest =
        near && !reading.isLiteral
        ? try NearSearch(search, scope).components(near: predicate, plan, besides: rows, limit: limit) : []
      let quarantined = everything ? try search.quarantined(plan.predicate) : []
      return SearchResult(
        predicate: plan.predicate, notes: answers.notes(plan.notes), components: answers.components,
        goodCount: answers.goodCount, near: nearest, total: rows.count, hiddenCount: found - rows.count,
        quarantined: quarantined)
    }
  }

  /// All components that a caller sees, by name, for a closure to choose from.
  package func components(view: CatalogView) throws -> [Component] {
    try read(view) { state in
      try state.everything { try Search(state: state).components(.constant(true), with: .visible) }
    }
  }

  /// The URIs of a search's results, in the catalog's own order.
  package func uris(_ search: CatalogQuery, view: CatalogView, limit: Int) throws -> [String] {
    try run(search, view: view) { try $0.uris($1, limit: limit) }
  }

  /// A predicate with saved searches and collections expanded and words interpreted.
  package func resolved(
    _ predicate: ComponentPredicate, view: CatalogView, everything: Bool = false,
    matching: WordMatching = .interpreted
  ) throws -> (predicate: ComponentPredicate, notes: [SearchNote]) {
    try read(view) {
      let resolver = Resolver(state: $0, matching: matching, scope: everything ? .everything : .visible)
      let resolved = try resolver.resolved(predicate)
      return (resolved.predicate, resolved.notes)
    }
  }

  /// The parts of the ranks of components among the results of a predicate; empty if the predicate has no words.
  ///
  /// - Throws: ``MissingComponent`` if the catalog no longer has a component, and as
  ///   ``resolved(_:view:everything:matching:)``.
  package func rankParts(
    of components: [Component], for predicate: ComponentPredicate, view: CatalogView, everything: Bool = false,
    matching: WordMatching = .interpreted
  ) throws -> [[RankPart]] {
    try read(view) { state in
      let resolver = Resolver(state: state, matching: matching, scope: everything ? .everything : .visible)
      guard let rank = try resolver.resolved(predicate).rank else { return components.map { _ in [] } }
      let rows = try components.map { try state.located($0).rowID }
      let score = try Scorer(state, RowPositions(rows.sorted())).score(of: rank)
      return rows.map(score.reasons)
    }
  }

  /// The number of components that a search finds.
  package func count(_ search: CatalogQuery, view: CatalogView) throws -> Int {
    try run(search, view: view) { try $0.count($1) }
  }

  /// The first components that a search finds, by name.
  package func components(_ search: CatalogQuery, view: CatalogView, limit: Int) throws -> [Component] {
    try run(search, view: view) { try $0.components($1, limit: limit) }
  }

  /// Bundles and plugins in quarantine.
  package func quarantined(view: CatalogView) throws -> [QuarantinedBundle] {
    try read(view) { try Search(state: $0).quarantined(.constant(true)) }
  }

  func run<Result>(
    _ search: CatalogQuery, view: CatalogView, body: (Search, SearchPlan) throws -> Result
  ) throws -> Result {
    try read(view) { state in
      let found = Search(state: state)
      return try body(found, try state.plan(of: search) { try found.plan(search) })
    }
  }
}

extension Catalog {
  /// The facets of a search's result.
  package func facets(_ search: CatalogQuery, view: CatalogView) throws -> Facets {
    try run(search, view: view) { found, plan in
      let set = ComponentSet(try found.matches(plan))
      var facets = Facets()
      facets.total = set.count
      let sets = ComponentSets(state: found.state)
      facets.tags = try TagCounter(sets: sets).counts(in: set, isMerged: true).filter { $0.count > 0 }
      for type in ComponentType.allCases {
        let members = try found.state.catalog.components(ofType: type.rawValue)
        let count = members.intersectionCount(set)
        if count > 0 { facets.types[type] = count }
      }
      facets.hosts = try found.state.catalog.hosts.counts(in: set)
      try FacetColumns(connection: found.state.connection).count(set, into: &facets)
      return facets
    }
  }
}
