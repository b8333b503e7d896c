internal import ComponentQuery

/// Finds the components that have the most words of a search, if none has all.
struct MostWords {
  let resolver: Resolver

  /// More combinations of words than this are no search that people type.
  private static let combinationLimit = 64

  /// The predicate itself if anything matches it, else one for the components that match the most of its words.
  func reduced(_ interpreted: InterpretedPredicate) throws -> InterpretedPredicate {
    guard let required = interpreted.required else { return interpreted }
    let parts = required.words.parts
    guard parts.count > 1, parts.count <= WordInterpreter<CatalogWords>.wordLimit,
      try rows(of: interpreted.predicate).isEmpty
    else { return interpreted }
    let others = ComponentPredicate.conjunction(required.others)
    let found = try combinations(of: parts, within: others)
    guard let count = found.first?.count, found.count <= Self.combinationLimit else { return interpreted }
    var reduced = interpreted
    reduced.predicate = .conjunction(
      [
        .disjunction(found.map { .conjunction($0.map { parts[$0] }) })
      ] + required.others)
    reduced.notes.append(.mostWords(found: count, of: parts.count))
    return reduced
  }

  private func rows(of predicate: ComponentPredicate) throws -> [Int64] {
    let search = Search(state: resolver.state)
    return try search.matches(try Planner(state: resolver.state).plan(predicate, resolver.scope))
  }

  /// The largest combinations of parts that one component has.
  private func combinations(of parts: [ComponentPredicate], within others: ComponentPredicate) throws -> [[Int]] {
    var masks: [Int64: UInt32] = [:]
    for (index, part) in parts.enumerated() {
      for row in try rows(of: .conjunction([part, others])) { masks[row, default: 0] |= 1 << UInt32(index) }
    }
    let best = masks.values.map(\.nonzeroBitCount).max() ?? 0
    let found = Set(masks.values.filter { $0.nonzeroBitCount == best })
    return found.sorted().map { mask in parts.indices.filter { mask & (1 << UInt32($0)) != 0 } }
  }
}
