internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery

/// Points for components, by what they are for. The same table gives the totals of all components and the reasons of one.
struct Score {
  /// Points for each component of a set.
  struct Grant {
    var source: RankContribution.Source
    var rows: ComponentSet
    var weight: Float
    var factor: Float = 1
    var points: Float { weight * factor }
  }

  /// How the grants of a part count together.
  enum Counting {
    /// The best fully, and a share of the next one: fields and tags repeat each other.
    case best
    /// The best fully, and a share of each other: what helps in several ways helps more.
    case helping
    /// All of them.
    case sum
  }

  /// What the points are for.
  struct Part {
    var subject: RankPart.Subject
    var grants: [Grant]
    var counting = Counting.best
  }

  /// The parts that count together, or the best of several scores.
  enum Content {
    case parts([Part])
    case sum([Score])
    case best([Score])
  }

  let content: Content

  // MARK: All components

  /// The points of each row; higher is better.
  func totals(_ positions: RowPositions) -> [Float] {
    switch content {
    case .parts(let parts):
      var totals = [Float](repeating: 0, count: positions.rows.count)
      for part in parts where part.counting != .helping { Self.add(part, to: &totals, positions) }
      Self.addAims(parts.filter { $0.counting == .helping }, to: &totals, positions)
      return totals
    case .sum(let scores): return Self.combined(scores, positions, +)
    case .best(let scores): return Self.combined(scores, positions, max)
    }
  }

  private static func combined(
    _ scores: [Score], _ positions: RowPositions, _ combine: (Float, Float) -> Float
  ) -> [Float] {
    let totals = scores.map { $0.totals(positions) }
    guard var combined = totals.first else { return Array(repeating: 0, count: positions.rows.count) }
    for other in totals.dropFirst() {
      for row in combined.indices { combined[row] = combine(combined[row], other[row]) }
    }
    return combined
  }

  /// The aim that a component serves best counts fully, and a share of each other.
  private static func addAims(_ aims: [Part], to totals: inout [Float], _ positions: RowPositions) {
    let zeros = [Float](repeating: 0, count: totals.count)
    var (best, sum) = (zeros, zeros)
    for aim in aims {
      var own = zeros
      add(aim, to: &own, positions)
      for row in own.indices {
        best[row] = max(best[row], own[row])
        sum[row] += own[row]
      }
    }
    for row in totals.indices { totals[row] += best[row] + Weights.otherAim * (sum[row] - best[row]) }
  }

  private static func add(_ part: Part, to totals: inout [Float], _ positions: RowPositions) {
    if case .sum = part.counting {
      for grant in part.grants { positions.forEach(in: grant.rows) { totals[$0] += grant.points } }
      return
    }
    var best = [Float](repeating: 0, count: totals.count)
    var next = best
    let share = part.counting == .best ? Weights.further : Weights.otherHelp
    for grant in part.grants {
      let points = grant.points
      if points < 0 {
        positions.forEach(in: grant.rows) { totals[$0] += points }
        continue
      }
      positions.forEach(in: grant.rows) { row in
        let lesser = min(points, best[row])
        best[row] = max(points, best[row])
        next[row] = part.counting == .best ? max(next[row], lesser) : next[row] + lesser
      }
    }
    for row in totals.indices { totals[row] += best[row] + share * next[row] }
  }

  /// Whether any row has points for a word.
  func counts(_ word: String, in rows: ComponentSet) -> Bool {
    switch content {
    case .parts(let parts):
      parts.contains { part in
        part.subject == .word(word) && part.grants.contains { $0.points > 0 && $0.rows.intersectionCount(rows) > 0 }
      }
    case .sum(let scores), .best(let scores): scores.contains { $0.counts(word, in: rows) }
    }
  }

  // MARK: One component

  /// The reasons for a row's points.
  func reasons(for row: Int64) -> [RankPart] {
    switch content {
    case .parts(let parts):
      parts.filter { $0.counting != .helping }.compactMap { Self.reason($0, row) }
        + Self.reasons(forAims: parts.filter { $0.counting == .helping }, row)
    case .sum(let scores): scores.flatMap { $0.reasons(for: row) }
    case .best(let scores):
      scores.map { $0.reasons(for: row) }.max { Self.points($0) < Self.points($1) } ?? []
    }
  }

  /// The reasons of the aims, of which the best counts fully.
  private static func reasons(forAims aims: [Part], _ row: Int64) -> [RankPart] {
    var reasons = aims.compactMap { reason($0, row) }
    let best = reasons.indices.max { reasons[$0].points < reasons[$1].points }
    for index in reasons.indices where index != best {
      for own in reasons[index].contributions.indices {
        reasons[index].contributions[own].share *= Double(Weights.otherAim)
      }
      reasons[index].points *= Double(Weights.otherAim)
    }
    return reasons
  }

  private static func points(_ reasons: [RankPart]) -> Double { reasons.reduce(0) { $0 + $1.points } }

  private static func reason(_ part: Part, _ row: Int64) -> RankPart? {
    let own = part.grants.filter { $0.rows.contains(row) }.enumerated()
      .sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }.map(\.element)
    let contributions = own.enumerated().compactMap { place, grant in
      let share: Double =
        switch (part.counting, place) {
        case (.sum, _), (_, 0): 1
        case (.best, 1): Double(Weights.further)
        case (.best, _): 0
        case (.helping, _): Double(Weights.otherHelp)
        }
      return grant.points < 0 || share > 0
        ? RankContribution(
          grant.source, weight: Double(grant.weight), share: grant.points < 0 ? 1 : share, factor: Double(grant.factor))
        : nil
    }
    let points = contributions.reduce(0) { $0 + $1.points }
    return points == 0 ? nil : RankPart(part.subject, points: points, contributions: contributions)
  }
}
