package import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Counts the components of tags.
struct TagCounter {
  let sets: ComponentSets

  /// Every tag with its number of components in a set, by name; nil stands for all components. System tags that
  /// none of them has are left out; the user's own are not.
  func counts(in set: ComponentSet?) throws -> [CountedTag] {
    let counted = try systemTags(set) + userTags(set)
    var order = NameOrder(sets.state.view.rules)
    let keyed = counted.map { (key: order.key(of: $0.tag), counted: $0) }
    return keyed.sorted { a, b in
      a.key == b.key
        ? !a.counted.tag.isUser && b.counted.tag.isUser
        : a.key.lexicographicallyPrecedes(b.key)
    }.map(\.counted)
  }

  private func systemTags(_ set: ComponentSet?) throws -> [CountedTag] {
    let components = try sets.state.catalog.componentsByTag()
    return try sets.state.catalog.tags().compactMap { row in
      var tag = row.tag
      var union = ComponentSet()
      for source in TagSource.allCases {
        var members = components[row.position][source]
        if let set { members.formIntersection(set) }
        guard !members.isEmpty else { continue }
        tag.sources.append(source)
        union.formUnion(members)
      }
      return union.isEmpty ? nil : CountedTag(tag, count: union.count)
    }
  }

  private func userTags(_ set: ComponentSet?) throws -> [CountedTag] {
    try sets.state.userStore.tags().map { row in
      let members = try sets.state.userStore.components(with: row.id)
      return CountedTag(row.tag, count: set.map(members.intersectionCount) ?? members.count)
    }
  }
}

extension Catalog {
  /// The facets of a search's result.
  package func facets(_ search: CatalogSearch, view: CatalogView) throws -> Facets {
    try run(search, view) { found, plan in
      let set = ComponentSet(try found.matches(plan))
      var facets = Facets()
      facets.total = set.count
      let sets = ComponentSets(state: found.state)
      facets.tags = try TagCounter(sets: sets).counts(in: set).filter { $0.count > 0 }
      for type in ComponentType.allCases {
        let members = try found.state.catalog.components(ofType: type.rawValue)
        let count = members.intersectionCount(set)
        if count > 0 { facets.types[type] = count }
      }
      facets.manufacturers = try found.manufacturers(of: set)
      return facets
    }
  }
}

extension Search {
  /// The number of components in a set by manufacturer.
  fileprivate func manufacturers(of set: ComponentSet) throws -> [String: Int] {
    let isSmall = set.count * 8 <= state.catalog.largestRow
    let rows =
      isSmall
      ? try state.connection.rows(
        """
        SELECT c.manufacturer, c.id FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value
        WHERE c.manufacturer IS NOT NULL
        """, [Value(rows: set.rows())])
      : try state.connection.rows(
        "SELECT manufacturer, id FROM component INDEXED BY component_by_manufacturer WHERE manufacturer IS NOT NULL")
    var counts: [String: Int] = [:]
    while let row = try rows.next() {
      if set.contains(try row.rowID("id")) { counts[try row.text("manufacturer"), default: 0] += 1 }
    }
    return counts
  }
}
