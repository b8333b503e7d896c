internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Counts the components of tags.
struct TagCounter {
  let sets: ComponentSets

  /// A tag with its components.
  private typealias Entry = (tag: Tag, members: ComponentSet)

  /// Every tag with its number of components in a set, by name; nil stands for all components. System tags that none of
  /// them has are left out, but the user's own are not.
  ///
  /// - Parameter isMerged: whether a user's tag that spells a system tag is merged into it.
  func counts(in set: ComponentSet?, isMerged: Bool = false) throws -> [CountedTag] {
    let (system, user) = (try systemTags(set), try userTags(set))
    let counted = isMerged ? merged(system, user) : system + user
    let order = NameOrder(of: Set(counted.map(\.tag.name)), sets.state.view.rules)
    let keyed = counted.map { (key: order.key(of: $0.tag), counted: CountedTag($0.tag, count: $0.members.count)) }
    return keyed.sorted { a, b in
      a.key == b.key
        ? !a.counted.tag.isUser && b.counted.tag.isUser
        : a.key.lexicographicallyPrecedes(b.key)
    }.map(\.counted)
  }

  private func merged(_ system: [Entry], _ user: [Entry]) -> [Entry] {
    guard !user.isEmpty else { return system }
    let spelling = TagSpelling(of: system.map(\.tag), sets.state.view.rules)
    return user.reduce(into: system) { entries, own in
      if let position = spelling.position(of: own.tag) {
        entries[position].members.formUnion(own.members)
        if !entries[position].tag.isUser { entries[position].tag.sources.append(.user) }
      } else {
        entries.append(own)
      }
    }
  }

  private func systemTags(_ set: ComponentSet?) throws -> [Entry] {
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
      return union.isEmpty ? nil : (tag, union)
    }
  }

  private func userTags(_ set: ComponentSet?) throws -> [Entry] {
    try sets.state.userStore.tags().map { row in
      var members = try sets.state.userStore.components(with: row.id)
      if let set { members.formIntersection(set) }
      return (row.tag, members)
    }
  }
}

/// The components with one tag, by source.
///
/// They are in an array, because instantiating another dictionary type costs a short-lived program 1 % of its time.
struct SourcedSets {
  private var sets = Array(repeating: ComponentSet(), count: TagSource.allCases.count)

  mutating func insert(_ row: Int64, from source: String) {
    if let source = TagSource(rawValue: source) { sets[Self.index(source)].insert(row) }
  }

  subscript(source: TagSource) -> ComponentSet { sets[Self.index(source)] }

  /// The components with the tag from any source.
  var union: ComponentSet {
    var union = ComponentSet()
    for set in sets { union.formUnion(set) }
    return union
  }

  private static func index(_ source: TagSource) -> Int {
    switch source {
    case .pluginClass: 0
    case .curated: 1
    case .author: 2
    case .user: 3
    }
  }
}
