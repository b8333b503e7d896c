package import ComponentModel
internal import ComponentQuery
internal import SQLite

extension Catalog {
  /// The facets of a search's result.
  package func facets(_ search: CatalogSearch, view: CatalogView) throws -> Facets {
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
      try found.state.catalog.facets.count(set, into: &facets)
      return facets
    }
  }
}
