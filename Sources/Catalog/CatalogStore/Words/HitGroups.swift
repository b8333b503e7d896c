package import ComponentQuery

/// The components in which a word was found, by field and kind of match.
struct HitGroups {
  private var sets = Array(repeating: ComponentSet(), count: WordField.allCases.count * kinds)
  /// Components whose presets have yet to be checked for visibility.
  private var foreign = ComponentSet()

  private static let kinds = WordMatch.allCases.count

  /// Adds a posting.
  ///
  /// - Returns: false if it is damaged.
  mutating func insert(_ posting: Posting, _ match: WordMatch) -> Bool {
    if posting.place.isForeign {
      return foreign.insert(posting.bytes)
    }
    let group = posting.place.field.rawValue * Self.kinds + match.rawValue
    return sets[group].insert(posting.bytes)
  }

  mutating func insert(_ rows: ComponentSet, field: WordField, match: WordMatch) {
    sets[field.rawValue * Self.kinds + match.rawValue].formUnion(rows)
  }

  /// Checks the components whose presets have yet to be checked, and adds the matching ones to the presets' group.
  ///
  /// - Parameter match: how a component's visible presets match the word; nil if they don't.
  mutating func moveForeign(_ match: (Int64) throws -> WordMatch?) rethrows {
    for row in foreign.rows() {
      if let kind = try match(row) { insert(ComponentSet([row]), field: .preset, match: kind) }
    }
    foreign = ComponentSet()
  }

  /// The components in which the word was found in a field.
  func components(of field: WordField) -> ComponentSet {
    var union = ComponentSet()
    for set in sets[field.rawValue * Self.kinds..<(field.rawValue + 1) * Self.kinds] {
      union.formUnion(set)
    }
    return union
  }

  /// Every group that has components.
  var hits: [WordHit] {
    var hits: [WordHit] = []
    for field in WordField.allCases {
      for match in WordMatch.allCases {
        let rows = sets[field.rawValue * Self.kinds + match.rawValue]
        if !rows.isEmpty { hits.append(WordHit(field: field, kind: match, rows: rows)) }
      }
    }
    return hits
  }
}

/// The components in which a word was found in one way.
package struct WordHit {
  /// The field that has it.
  package var field: WordField
  /// How the word matches these components.
  package var kind: WordMatch
  /// The components that match this way.
  package var rows: ComponentSet
}

extension [WordHit] {
  /// The components of the hits that satisfy a condition.
  package func rows(where isMeant: (WordHit) -> Bool = { _ in true }) -> ComponentSet {
    var rows = ComponentSet()
    for hit in self where isMeant(hit) { rows.formUnion(hit.rows) }
    return rows
  }
}
