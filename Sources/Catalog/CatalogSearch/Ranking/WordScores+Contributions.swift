internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery

/// The parts of the first row's score. Each function does for that row what its namesake does for all rows.
extension WordScores {
  /// The contributions of a word that a component must have.
  func ledger(
    of word: SearchWord, at position: Int, _ spans: [InterpretedWords.Span], factor: Float
  ) throws -> RankLedger {
    var ledger = try fieldLedger(of: word)
    if let ofKind = try components(ofKindAt: position, spans), !ofKind.contains(row) {
      ledger.reduce(to: RankWeights.otherKind)
    }
    for match in try ownTags(named: word) { join(match, to: &ledger) }
    for span in spans where span.range.contains(position) {
      for tag in span.tags { join(try match(tag), to: &ledger) }
      guard let joined = span.joined else { continue }
      var names = try fieldLedger(of: self.word(joined))
      names.reduce(to: RankWeights.joinedNames)
      ledger.join(names, RankWeights.otherName)
    }
    ledger.multiply(by: factor)
    return ledger
  }

  func ledger(ofOptional word: SearchWord) throws -> RankLedger {
    var ledger = try fieldLedger(of: word)
    ledger.reduce(to: RankWeights.optional)
    ledger.multiply(by: try rarity(of: word))
    if let tag = try nameOfTag(among: ownTags(named: word) + standardTags(named: word)) {
      ledger.add(.tag(tag), RankWeights.optionalTag)
    }
    return ledger
  }

  func ledger(ofPreferred word: SearchWord) throws -> RankLedger {
    let ledger = try ledger(ofOptional: word)
    guard let tag = try nameOfTag(among: standardTags(named: word)) else { return ledger }
    var preferred = RankLedger()
    preferred.add(.tag(tag), RankWeights.preferred)
    return ledger.points > preferred.points ? ledger : preferred
  }

  func ledger(of targets: [IntentTarget]) throws -> RankLedger {
    var ledger = RankLedger()
    for intent in Set(targets.map(\.intent)).sorted() {
      ledger.join(try self.ledger(ofIntent: targets.filter { $0.intent == intent }), RankWeights.otherIntent)
    }
    return ledger
  }

  private func ledger(ofIntent targets: [IntentTarget]) throws -> RankLedger {
    var ledger = RankLedger()
    for target in targets {
      switch target.subject {
      case .tag(let tag):
        let match = try match(tag)
        guard match.rows.contains(row) else { continue }
        let bonus = match.named.contains(row) ? RankWeights.namedTarget : 0
        ledger.add(.tag(tag.name), Float(target.weight) * tagShare(at: 0) + bonus)
      case .words(let texts):
        let field = try WordField.allCases.first { try components(with: texts, in: $0).contains(row) }
        guard let field else { continue }
        ledger.add(.words(texts.joined(separator: " ")), Float(target.weight) * RankWeights.targetQuality(of: field))
      }
    }
    ledger.preferBest(RankWeights.otherTarget)
    ledger.multiply(by: RankWeights.intent)
    return ledger
  }

  private var row: Int64 { positions.rows[0] }

  private func fieldLedger(of word: SearchWord) throws -> RankLedger {
    var ledger = RankLedger()
    let hits = try index.hits(of: word)
    for field in WordField.allCases {
      let kinds = hits.filter { $0.field == field && $0.rows.contains(row) }.map(\.kind)
      let best = kinds.map { RankWeights.weight(of: field) * RankWeights.quality(of: $0) }.max()
      if let best { ledger.add(.field(field.key), best) }
    }
    ledger.preferBest(RankWeights.otherField)
    return ledger
  }

  private func join(_ match: TagMatch, to ledger: inout RankLedger) {
    guard match.rows.contains(row) else { return }
    var own = RankLedger()
    let bonus = match.named.contains(row) ? RankWeights.namedTag : 0
    own.add(.tag(match.name), match.points * tagShare(at: 0) + bonus)
    ledger.join(own, RankWeights.otherName)
  }

  private func standardTags(named word: SearchWord) throws -> [TagMatch] {
    try words.tags(named: word).map(match)
  }

  private func nameOfTag(among matches: [TagMatch]) -> String? { matches.first { $0.rows.contains(row) }?.name }
}

/// The contributions to one component's score, combined as ``WordScores`` combines the scores of all components.
struct RankLedger {
  private(set) var contributions: [RankContribution] = []

  var points: Double { contributions.reduce(0) { $0 + $1.points } }

  mutating func add(_ source: RankContribution.Source, _ weight: Float) {
    if weight != 0 { contributions.append(RankContribution(source, weight: Double(weight))) }
  }

  mutating func multiply(by factor: Float) {
    for index in contributions.indices { contributions[index].factor *= Double(factor) }
  }

  /// Counts only a share of all contributions.
  mutating func reduce(to share: Float) {
    for index in contributions.indices { contributions[index].share *= Double(share) }
  }

  /// Counts the best contribution fully and a share of the others.
  mutating func preferBest(_ share: Float) {
    let best = contributions.indices.max { contributions[$0].points < contributions[$1].points }
    for index in contributions.indices where index != best { contributions[index].share *= Double(share) }
  }

  /// Adds another ledger. Of the one with fewer points, only a share counts.
  mutating func join(_ other: RankLedger, _ share: Float) {
    var other = other
    if other.points > points { reduce(to: share) } else { other.reduce(to: share) }
    contributions += other.contributions
  }
}
