internal import ComponentModel
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
