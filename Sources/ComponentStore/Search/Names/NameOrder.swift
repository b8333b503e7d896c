internal import ComponentModel

/// Sorts tags by name in the caller's collation, computing each collation key once.
struct NameOrder {
  private let rules: any TextRules
  private var keys: [String: [UInt8]] = [:]

  init(_ rules: any TextRules) { self.rules = rules }

  /// The bytes by which a tag sorts.
  mutating func key(of tag: Tag) -> [UInt8] {
    if let key = keys[tag.name] { return key }
    let key = rules.sortKey(tag.name)
    keys[tag.name] = key
    return key
  }

  mutating func sorted(_ tags: [Tag]) -> [Tag] {
    for tag in tags where keys[tag.name] == nil { keys[tag.name] = rules.sortKey(tag.name) }
    return tags.sorted { a, b in
      let (first, second) = (keys[a.name, default: []], keys[b.name, default: []])
      return first == second ? a.identifier < b.identifier : first.lexicographicallyPrecedes(second)
    }
  }
}
