internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords

/// Finds what is near to the plain words of a search that few components match: what has some of the words, in whatever
/// field, or words that resemble those that hardly any component has.
///
/// It asks only for the words as they were typed, so nothing that interprets words can lead it astray.
struct NearSearch {
  private let search: Search
  private let scope: Search.Scope

  private var state: ReadState { search.state }

  /// The length up to which near answers extend a list.
  static let longest = 10
  /// Far more components than are promised for.
  private static let mostRows = 1 << 20
  /// The most words that may stand for one that hardly any component has.
  private static let mostAlike = 6

  /// A search that sees the components of a scope.
  init(_ search: Search, _ scope: Search.Scope) {
    self.search = search
    self.scope = scope
  }

  /// The components near to a predicate, the nearest first; none if it has no words that say something.
  ///
  /// - Parameters:
  ///   - plan: the plan of the predicate.
  ///   - own: the rows that match it.
  ///   - limit: the maximum number of components, including those that match.
  func components(
    near predicate: ComponentPredicate, _ plan: SearchPlan, besides own: [Int64], limit: Int
  ) throws -> [Component] {
    let room = min(Self.longest, limit) - own.count
    // Points are in an array, and a damaged catalog may have a row with any number.
    guard room > 0, state.catalog.largestRow <= Self.mostRows else { return [] }
    let query = NearQuery(
      try Resolver(state: state, scope: scope).named(predicate), interpreted: plan.predicate,
      excluded: plan.rank?.excluded ?? [], rules: state.view.rules)
    guard !query.words.isEmpty else { return [] }
    let condition = try search.plan(query.condition, scope: scope, reading: .resolved)
    var candidates = ComponentSet(try search.matches(condition))
    let scores = try scores(of: query.words)
    let matching = ComponentSet(own)
    candidates.formUnion(matching)
    // Only a damaged index has rows that no component has.
    let rows = candidates.rows().filter { Int($0) < scores.points.count && scores.points[Int($0)] > 0 }
    let best = rows.reduce(0) { max($0, scores.points[Int($1)]) }
    let least = max(best * NearWeights.shareOfBest, scores.most * NearWeights.shareOfAll)
    let near = rows.filter { scores.points[Int($0)] >= least && !matching.contains($0) }
    return near.isEmpty ? [] : try first(room, of: near, scores.points)
  }

  /// The points of each row, and those of a component that has all words in the best fields.
  private func scores(of words: [String]) throws -> (points: [Float], most: Float) {
    let index = try state.wordIndex()
    var (points, most) = ([Float](repeating: 0, count: state.catalog.largestRow + 1), Float(0))
    var resembled = 0
    for word in words {
      let evidence = try NearEvidence(of: word, state, index)
      most += evidence.most
      for row in points.indices { points[row] += evidence.points[row] }
      guard evidence.rows.count < NearWeights.frequent, resembled < NearWeights.mostResembled,
        let grams = WordGrams(word)
      else { continue }
      resembled += 1
      let others = try self.points(ofWordsLike: grams, index)
      for row in points.indices where evidence.points[row] == 0 { points[row] += others[row] }
    }
    return (points, most)
  }

  /// The points that each row has for the best of the words that resemble one.
  private func points(ofWordsLike grams: WordGrams, _ index: WordIndex) throws -> [Float] {
    var points = [Float](repeating: 0, count: state.catalog.largestRow + 1)
    for (word, resemblance) in try Self.words(like: grams, index) {
      let evidence = try NearEvidence(of: word, state, index)
      let share = resemblance * NearWeights.resemblance
      for row in points.indices { points[row] = max(points[row], evidence.points[row] * share) }
    }
    return points
  }

  /// The words of the catalog, and the names of tags, that resemble one most.
  private static func words(like grams: WordGrams, _ index: WordIndex) throws -> [(word: String, resemblance: Float)] {
    var found: [String: Float] = [:]
    try index.forEachWordAndName { bytes in
      let resemblance = grams.resemblance(to: bytes)
      if resemblance > 0 { found[String(decoding: bytes, as: UTF8.self)] = resemblance }
    }
    let order = found.sorted { a, b in a.value == b.value ? a.key < b.key : a.value > b.value }
    return order.prefix(mostAlike).map { ($0.key, $0.value) }
  }

  /// The components of the rows with the most points; equally near ones by name.
  private func first(_ count: Int, of rows: [Int64], _ points: [Float]) throws -> [Component] {
    let last = rows.map { points[Int($0)] }.sorted(by: >).prefix(count).last ?? 0
    let better = rows.filter { points[Int($0)] > last }
    let equal = try search.firstByName(rows.filter { points[Int($0)] == last }, limit: count - better.count)
    let byName = search.sorted(try search.components(better + equal))
    let own = byName.map { points[Int($0.rowID)] }
    let order = byName.indices.sorted { a, b in own[a] == own[b] ? a < b : own[a] > own[b] }
    return order.map { byName[$0] }
  }
}
