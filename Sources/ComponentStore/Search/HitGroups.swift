internal import ComponentQuery

/// The components in which a word was found, by field and by how.
struct HitGroups {
  private var sets: [ComponentSet?] = Array(repeating: nil, count: WordField.allCases.count * kinds)
  /// Those whose presets have to be looked at.
  private var foreign: [ComponentSet?] = Array(repeating: nil, count: kinds)

  private static let kinds = WordMatch.allCases.count

  /// Adds a posting.
  ///
  /// - Returns: false if it is damaged.
  mutating func insert(_ posting: Posting, _ match: WordMatch) -> Bool {
    if posting.place.isForeign {
      return foreign[match.rawValue, default: ComponentSet()].insert(posting.bytes, block: posting.block)
    }
    let group = posting.place.field.rawValue * Self.kinds + match.rawValue
    return sets[group, default: ComponentSet()].insert(posting.bytes, block: posting.block)
  }

  mutating func insert(_ rows: ComponentSet, _ field: WordField, _ match: WordMatch) {
    sets[field.rawValue * Self.kinds + match.rawValue, default: ComponentSet()].formUnion(rows)
  }

  /// Moves the components that pass a test to the presets, and removes the others.
  mutating func filterForeign(_ passes: (Int64) throws -> Bool) rethrows {
    for (kind, set) in foreign.enumerated() {
      guard let set, let match = WordMatch(rawValue: kind) else { continue }
      foreign[kind] = nil
      insert(ComponentSet(try set.rows().filter(passes)), .preset, match)
    }
  }

  /// The components of a field.
  func components(of field: WordField) -> ComponentSet {
    var union = ComponentSet()
    for set in sets[field.rawValue * Self.kinds..<(field.rawValue + 1) * Self.kinds] {
      if let set { union.formUnion(set) }
    }
    return union
  }

  /// Every group that has components.
  var all: [WordHit] {
    var hits: [WordHit] = []
    for field in WordField.allCases {
      for match in WordMatch.allCases {
        guard let rows = sets[field.rawValue * Self.kinds + match.rawValue], !rows.isEmpty else { continue }
        hits.append(WordHit(field: field, kind: match, rows: rows))
      }
    }
    return hits
  }
}

extension Array where Element == ComponentSet? {
  fileprivate subscript(index: Int, default empty: ComponentSet) -> ComponentSet {
    get { self[index] ?? empty }
    _modify {
      var set = self[index] ?? empty
      self[index] = nil
      defer { self[index] = set }
      yield &set
    }
  }
}
