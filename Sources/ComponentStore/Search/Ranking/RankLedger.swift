internal import ComponentQuery

/// The contributions to one component's score, combined as ``WordScores`` combines the scores of all.
struct RankLedger {
  private(set) var contributions: [RankContribution] = []

  var points: Double { contributions.reduce(0) { $0 + $1.points } }

  mutating func add(_ source: RankContribution.Source, _ weight: Float) {
    if weight != 0 { contributions.append(RankContribution(source, weight: Double(weight))) }
  }

  /// Multiplies all points.
  mutating func multiply(by factor: Float) {
    for index in contributions.indices { contributions[index].factor *= Double(factor) }
  }

  /// Counts only a share of all.
  mutating func reduce(to share: Float) {
    for index in contributions.indices { contributions[index].share *= Double(share) }
  }

  /// Counts the best fully and a share of the others.
  mutating func preferBest(_ share: Float) {
    let best = contributions.indices.max { contributions[$0].points < contributions[$1].points }
    for index in contributions.indices where index != best { contributions[index].share *= Double(share) }
  }

  /// Adds another one, of the lower a share.
  mutating func join(_ other: RankLedger, _ share: Float) {
    var other = other
    if other.points > points { reduce(to: share) } else { other.reduce(to: share) }
    contributions += other.contributions
  }
}
