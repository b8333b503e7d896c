internal import ComponentModel

/// Sorts tags by name in the caller's collation, computing each collation key once.
struct NameOrder {
  private var keys: [String: [UInt8]] = [:]

  /// The order of tags with these names.
  init(of names: Set<String>, _ rules: any TextRules) {
    let names = Array(names)
    keys.reserveCapacity(names.count)
    for (name, key) in zip(names, rules.sortKeys(of: names)) { keys[name] = key }
  }

  /// The bytes by which a tag sorts.
  func key(of tag: Tag) -> [UInt8] { keys[tag.name, default: []] }

  func sorted(_ tags: [Tag]) -> [Tag] {
    tags.sorted { a, b in
      let (first, second) = (key(of: a), key(of: b))
      return first == second ? a.identifier < b.identifier : first.lexicographicallyPrecedes(second)
    }
  }
}
