internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords

/// The order of results that were found by words.
extension Search {
  /// Puts the best matches first, and equally good ones in the order of the user's favourites, tags and uses, then by
  /// name. Variants of one plugin stand together, at the place of the best one.
  func ranked(_ rows: [Int64], by rank: WordRank, limit: Int) throws -> Answers {
    let positions = RowPositions(rows)
    let score = try Scorer(state, positions).score(of: rank)
    let keys = try keys(of: score, positions)
    let best = try inOrder(components(best(positions.rows, keys, limit: limit)), rows: positions.rows, keys: keys)
    let groups = try VariantGroups(of: best.map(\.rowID), among: positions.rows, state.wordIndex().cache)
    func answers(_ components: [Component]) -> Answers {
      let points = components.map { component in
        Int(keys[positions.rows.lowerBound(isBefore: { $0 < component.rowID })] >> 8)
      }
      var answers = Answers(components, points: points)
      answers.notes = { Self.holding($0, score, rows) }
      return answers
    }
    guard groups.hasVariants else { return answers(Array(best.prefix(limit))) }
    var ranked: [Component] = []
    let known = Dictionary(best.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
    for group in groups.groups where ranked.count < limit {
      let chosen = try self.best(
        group.map { positions.rows[$0] }, group.map { keys[$0] }, limit: limit - ranked.count)
      let found = chosen.compactMap { known[$0] } + (try components(chosen.filter { known[$0] == nil }))
      ranked += try inOrder(found, rows: positions.rows, keys: keys)
    }
    return answers(ranked)
  }

  /// Notes as they hold for a result: a word affects the order only if something in it has the word.
  private static func holding(_ notes: [SearchNote], _ score: Score, _ rows: [Int64]) -> [SearchNote] {
    let all = ComponentSet(rows)
    var unmet: [String] = []
    let holding = notes.compactMap { note -> SearchNote? in
      switch note {
      case .preferred(let word), .optional(let word), .elsewhere(let word):
        if score.counts(word, in: all) { return note }
        unmet.append(word)
        return nil
      case .ordering(let words):
        let met = words.filter { score.counts($0, in: all) }
        unmet += words.filter { !met.contains($0) }
        return met.isEmpty ? nil : .ordering(words: met)
      default: return note
      }
    }
    return holding + (unmet.isEmpty ? [] : [.unmet(words: unmet)])
  }

  /// Sorts components by the keys of their rows, then by name.
  private func inOrder(_ components: [Component], rows: [Int64], keys: [Int64]) throws -> [Component] {
    let byName = sorted(components)
    let keysByName = byName.map { component in keys[rows.lowerBound(isBefore: { $0 < component.rowID })] }
    let order = byName.indices.sorted { a, b in
      keysByName[a] == keysByName[b] ? a < b : keysByName[a] > keysByName[b]
    }
    return order.map { byName[$0] }
  }

  /// The sort keys of rows: their points, then the user's preference.
  private func keys(of score: Score, _ positions: RowPositions) throws -> [Int64] {
    let points = score.totals(positions).map(Self.points)
    let preferences = try Preferences(state: state).points(of: positions)
    return points.indices.map { Int64(points[$0]) << 8 + Int64(preferences[$0]) }
  }

  /// Scores that differ by less than half a point are considered equal.
  static func points(_ score: Float) -> Int { Int((score * 2).rounded()) }

  /// The rows that can be among the first: those with better keys than the last one, and among equal ones the first by
  /// name.
  private func best(_ rows: [Int64], _ keys: [Int64], limit: Int) throws -> [Int64] {
    guard rows.count > limit else { return rows }
    guard limit > 0 else { return [] }
    let last = Self.largest(limit, of: keys)
    let better = rows.indices.filter { keys[$0] > last }.map { rows[$0] }
    let equal = rows.indices.filter { keys[$0] == last }.map { rows[$0] }
    return (better + (try firstByName(equal, limit: limit - better.count))).sorted()
  }

  /// The key at a position, counted from 1, if the keys were in descending order. Hashing or sorting all keys of a
  /// large result takes longer than scoring them, so this halves the range of the key instead.
  private static func largest(_ position: Int, of keys: [Int64]) -> Int64 {
    guard var low = keys.min(), var high = keys.max() else { return .min }
    while low < high {
      // Rounded up, so that `low` moves even if the two differ by one.
      let middle = low + (high - low + 1) / 2
      if keys.reduce(0, { $1 >= middle ? $0 + 1 : $0 }) >= position { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// The user's uses, favourites and tags, which order components that match equally well.
struct Preferences {
  let state: ReadState

  /// The points for a favourite, a tagged component and a used one; each counts once.
  private static let favorite: Int32 = 4
  private static let tagged: Int32 = 2
  private static let used: Int32 = 1

  /// The preference for each position; 0 for a component that the user has done nothing with.
  func points(of positions: RowPositions) throws -> [Int32] {
    var values = [Int32](repeating: 0, count: positions.rows.count)
    let store = state.userStore
    guard store.labels.isAttached else { return values }
    if let label = store.labels.favorite {
      positions.forEach(in: try store.components(with: label)) { values[$0] += Self.favorite }
    }
    var tagged = ComponentSet()
    for tag in try store.tags() { tagged.formUnion(try store.components(with: tag.id)) }
    positions.forEach(in: tagged) { values[$0] += Self.tagged }
    positions.forEach(in: try store.usedComponents()) { values[$0] += Self.used }
    return values
  }
}

/// The matches of a search that are variants of those that come first.
///
/// Whatever ranks before the best variant of a group belongs to groups that come before this one. So the first `n` of a
/// grouped result are the same, whether the rest is known or not.
struct VariantGroups {
  /// The positions of the variants among all matches, in the order of their best ones.
  private(set) var groups: [[Int]] = []
  private var groupOfVariant: [UInt32: Int] = [:]
  /// The groups of rows whose variants are not known.
  private var groupOfRow: [Int64: Int] = [:]
  /// Which variants may have a group, by the last bits of their hashes: most rows have none.
  private var isCandidate = [Bool](repeating: false, count: 1 << 16)

  /// The groups of some rows.
  ///
  /// - Parameters:
  ///   - first: the rows that come first, in order.
  ///   - rows: all rows.
  init(of first: [Int64], among rows: [Int64], _ cache: WordCache) throws {
    for (row, features) in zip(first, try cache.features(of: first)) { add(row, variant: features.variant) }
    for (position, features) in try cache.features(of: rows).enumerated() {
      if let group = group(of: rows[position], variant: features.variant) { groups[group].append(position) }
    }
  }

  /// Whether any group has more than one row.
  var hasVariants: Bool { groups.contains { $0.count > 1 } }

  private mutating func add(_ row: Int64, variant: UInt32) {
    guard group(of: row, variant: variant) == nil else { return }
    if variant == 0 {
      groupOfRow[row] = groups.count
    } else {
      groupOfVariant[variant] = groups.count
      isCandidate[Int(variant & 0xFFFF)] = true
    }
    groups.append([])
  }

  private func group(of row: Int64, variant: UInt32) -> Int? {
    if variant == 0 { return groupOfRow[row] }
    return isCandidate[Int(variant & 0xFFFF)] ? groupOfVariant[variant] : nil
  }
}
