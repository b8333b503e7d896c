internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import Glibc

/// Scores the results of a search by how well they match its words.
///
/// Everything is read from postings and sets, so no component is read for its score.
struct WordScores {
  let state: ReadState
  let positions: RowPositions
  let words: CatalogWords
  let index: WordIndex
  /// The facts about each row.
  let features: [ComponentFeatures]

  /// The scores of the rows with these positions.
  init(_ state: ReadState, _ positions: RowPositions) throws {
    self.state = state
    self.positions = positions
    words = CatalogWords(state: state)
    index = try state.wordIndex()
    features = try index.cache.features(of: positions.rows)
  }

  var zeros: [Float] { [Float](repeating: 0, count: positions.rows.count) }

  /// The score of each row; higher is better.
  func scores(of rank: WordRank) throws -> [Float] {
    switch rank {
    case .words(let meaning):
      var scores = zeros
      try visitParts(of: meaning) { _, own, _ in Self.combine(&scores, with: own, by: +) }
      return scores
    case .sum(let ranks):
      var sum = zeros
      for rank in ranks { Self.combine(&sum, with: try scores(of: rank), by: +) }
      return sum
    case .best(let ranks):
      var best = [Float](repeating: -.infinity, count: positions.rows.count)
      for rank in ranks { Self.combine(&best, with: try scores(of: rank), by: max) }
      return best
    case .kind(let tags): return try scores(ofKind: tags)
    case .tiers(let tiers): return try scores(ofTiers: tiers)
    }
  }

  private func scores(ofTiers tiers: [ComponentPredicate]) throws -> [Float] {
    var scores = zeros
    for (place, tier) in tiers.enumerated().reversed() {
      let plan = try Planner(state: state).plan(tier, .everything)
      let points = RankWeights.tier * Float(tiers.count - 1 - place)
      positions.forEach(in: ComponentSet(try Search(state: state).matches(plan))) { scores[$0] = points }
    }
    return scores
  }

  private func scores(ofKind tags: [Tag]) throws -> [Float] {
    var scores = zeros
    for tag in tags { positions.forEach(in: try match(tag).rows) { scores[$0] = RankWeights.head } }
    return scores
  }

  static func combine(_ scores: inout [Float], with others: [Float], by join: (Float, Float) -> Float) {
    for position in scores.indices { scores[position] = join(scores[position], others[position]) }
  }

  /// Calls `body` with each part of the scores and its contributions for the first row: the name as a whole, then each
  /// word, then optional parts.
  private func visitParts(
    of meaning: InterpretedWords, _ body: (RankPart.Subject, [Float], () throws -> RankLedger) throws -> Void
  ) throws {
    let name = try NameScores(self, meaning)
    try body(.name, name.sum) { name.ledger }
    let share = meaning.targets.isEmpty || meaning.requiresTarget ? 1 : RankWeights.wordBesideIntent
    for position in meaning.words.indices {
      let word = word(meaning.words[position])
      let factor = try rarity(of: word) * share
      let scores = try coverage(of: word, at: position, meaning.spans).map { $0 * factor }
      try body(.word(word.text), scores) { try ledger(of: word, at: position, meaning.spans, factor: factor) }
    }
    for words in meaning.wordsOfConditions {
      // Components named surround precede those that only have as many channels. Mono and stereo only distinguish
      // variants.
      let word = word(words.joined(separator: " "))
      if try !self.words.tags(named: word).isEmpty {
        try body(.word(word.text), try scores(ofOptional: word)) { try ledger(ofOptional: word) }
      }
    }
    for optional in meaning.optional.map(word) {
      try body(.word(optional.text), try scores(ofOptional: optional)) { try ledger(ofOptional: optional) }
    }
    for preferred in meaning.preferred.map(word) {
      try body(.word(preferred.text), try scores(ofPreferred: preferred)) { try ledger(ofPreferred: preferred) }
    }
    for feature in meaning.features {
      let text = word(feature.words.joined(separator: " "))
      try body(.word(text.text), try scores(of: feature.shown).map { $0 * RankWeights.feature }) {
        try ledger(of: feature.shown)
      }
    }
    if !meaning.targets.isEmpty {
      try body(.intent, try scores(of: meaning.targets)) { try ledger(of: meaning.targets) }
    }
  }

  /// The parts of the only row's score.
  func parts(of rank: WordRank) throws -> [RankPart] {
    switch rank {
    case .words(let meaning):
      var parts: [RankPart] = []
      try visitParts(of: meaning) { subject, scores, ledger in
        guard let points = scores.first, points != 0 else { return }
        parts.append(RankPart(subject, points: Double(points), contributions: try ledger().contributions))
      }
      return parts
    case .sum(let ranks): return try ranks.flatMap(parts)
    case .best(let ranks):
      let best = try ranks.max { try (scores(of: $0).first ?? 0) < (scores(of: $1).first ?? 0) }
      return try best.map(parts) ?? []
    case .kind(let tags):
      guard let points = try scores(ofKind: tags).first, points != 0,
        let tag = try tags.first(where: { try match($0).rows.contains(positions.rows[0]) })
      else { return [] }
      let contribution = RankContribution(.tag(tag.name), weight: Double(points))
      return [RankPart(.word(tag.name), points: Double(points), contributions: [contribution])]
    case .tiers(let tiers):
      guard let points = try scores(ofTiers: tiers).first, points != 0 else { return [] }
      return [
        RankPart(
          .nearness, points: Double(points), contributions: [RankContribution(.nearness, weight: Double(points))])
      ]
    }
  }

  func word(_ text: String) -> SearchWord { SearchWord(text, rules: state.view.rules) }

  /// How specific a word is: the fewer components have it, the more.
  func rarity(of word: SearchWord) throws -> Float {
    let share = Float(max(1, state.catalog.largestRow)) / Float(1 + (try words.frequency(of: word)))
    return max(1, 1 + log(share) / RankWeights.rarityScale)
  }

  // MARK: One word

  /// A word's score: the best of its fields, a share of each other field, and its tags.
  private func coverage(of word: SearchWord, at position: Int, _ spans: [InterpretedWords.Span]) throws -> [Float] {
    var scores = try fieldScores(of: word)
    if let ofKind = try components(ofKindAt: position, spans) {
      for (index, row) in positions.rows.enumerated() where !ofKind.contains(row) {
        scores[index] *= RankWeights.otherKind
      }
    }
    for match in try ownTags(named: word) { add(match, to: &scores) }
    for span in spans where span.range.contains(position) {
      for tag in span.tags { add(try match(tag), to: &scores) }
      guard let joined = span.joined else { continue }
      let names = try fieldScores(of: self.word(joined))
      Self.combine(&scores, with: names) { Self.joined($0, $1 * RankWeights.joinedNames) }
    }
    return scores
  }

  /// The components of the kind that a word names, by itself or with its neighbours; nil if it names none.
  func components(ofKindAt position: Int, _ spans: [InterpretedWords.Span]) throws -> ComponentSet? {
    let tags = spans.filter { $0.isKind && $0.range.contains(position) }.flatMap(\.tags)
    return tags.isEmpty ? nil : try tags.reduce(into: ComponentSet()) { $0.formUnion(try words.rows(of: $1)) }
  }

  private static func joined(_ a: Float, _ b: Float) -> Float { max(a, b) + RankWeights.otherName * min(a, b) }

  /// A word's score from the fields that have it.
  private func fieldScores(of word: SearchWord) throws -> [Float] {
    var (best, sum) = (zeros, zeros)
    let hits = try index.hits(of: word)
    // The fields are visited in order, because the last digits of sums depend on it.
    for field in WordField.allCases where hits.contains(where: { $0.field == field }) {
      var own = zeros
      for hit in hits where hit.field == field {
        let points = RankWeights.weight(of: field) * RankWeights.quality(of: hit.kind)
        positions.forEach(in: hit.rows) { own[$0] = max(own[$0], points) }
      }
      for position in own.indices where own[position] > 0 {
        best[position] = max(best[position], own[position])
        sum[position] += own[position]
      }
    }
    Self.combine(&best, with: sum) { $0 + RankWeights.otherField * ($1 - $0) }
    return best
  }

  // MARK: Tags

  /// The components of a tag, its weight, and those whose names contain the tag's.
  struct TagMatch {
    var name: String
    var rows: ComponentSet
    var points: Float
    var named = ComponentSet()
  }

  private func add(_ match: TagMatch, to scores: inout [Float]) {
    positions.forEach(in: match.rows) { position in
      let row = positions.rows[position]
      let bonus = match.named.contains(row) ? RankWeights.namedTag : 0
      scores[position] = Self.joined(scores[position], match.points * tagShare(at: position) + bonus)
    }
  }

  /// How specific each tag of a component is.
  func tagShare(at position: Int) -> Float { RankWeights.tagShare(count: Int(features[position].tags)) }

  /// The user's and authors' tags that a word names, wholly or in part.
  func ownTags(named word: SearchWord) throws -> [TagMatch] {
    var matches: [TagMatch] = []
    func add(_ tag: Tag, _ rows: ComponentSet) {
      var match = match(tag.name, rows)
      if !isName(word, of: tag) { match.points *= RankWeights.partOfTag }
      matches.append(match)
    }
    for row in try words.systemTags(with: word) where !row.tag.isStandard {
      add(row.tag, try state.catalog.components(withTag: row).union)
    }
    for row in try words.userTags(with: word) { add(row.tag, try state.userStore.components(with: row.id)) }
    return matches
  }

  private func isName(_ word: SearchWord, of tag: Tag) -> Bool {
    (tag.displayNames + tag.wholeNames).contains { name in
      let own = self.word(name)
      return own.squeezed == word.squeezed || own.tokens.count == 1 && own.stem == word.stem
    }
  }

  /// The match of a standard tag. Components whose own names have a name of the tag come first, since an alias may not
  /// describe the others.
  func match(_ tag: Tag) throws -> TagMatch {
    let row = try state.catalog.standardTag(tag.identifier)
    var match = match(tag.name, try row.map { try state.catalog.components(withTag: $0).union } ?? ComponentSet())
    for name in [tag.englishName] + tag.aliases {
      let word = self.word(self.word(name).squeezed)
      // A short alias such as EQ is part of too many words.
      match.named.formUnion(try index.hits(of: word, to: .joined, in: .strong).rows { $0.field == .name })
    }
    return match
  }

  /// The match of a tag. A tag that more than a sixth of all components have is not specific.
  private func match(_ name: String, _ rows: ComponentSet) -> TagMatch {
    let isBroad = rows.count * 6 > state.catalog.largestRow
    return TagMatch(name: name, rows: rows, points: isBroad ? RankWeights.broadTag : RankWeights.tag)
  }

  // MARK: Intents

  private func scores(ofOptional word: SearchWord) throws -> [Float] {
    let factor = RankWeights.optional * (try rarity(of: word))
    var scores = try fieldScores(of: word).map { $0 * factor }
    var tagged = ComponentSet()
    for match in try ownTags(named: word) { tagged.formUnion(match.rows) }
    for tag in try words.tags(named: word) { tagged.formUnion(try match(tag).rows) }
    positions.forEach(in: tagged) { scores[$0] += RankWeights.optionalTag }
    return scores
  }

  private func scores(ofPreferred word: SearchWord) throws -> [Float] {
    var scores = try scores(ofOptional: word)
    for tag in try words.tags(named: word) {
      positions.forEach(in: try match(tag).rows) { scores[$0] = max(scores[$0], RankWeights.preferred) }
    }
    return scores
  }

  /// A component that serves several intents serves best.
  private func scores(of targets: [IntentTarget]) throws -> [Float] {
    var points = zeros
    for intent in Set(targets.map(\.intent)).sorted() {
      let own = try scores(ofIntent: targets.filter { $0.intent == intent })
      Self.combine(&points, with: own) { max($0, $1) + RankWeights.otherIntent * min($0, $1) }
    }
    return points
  }

  /// The best target counts fully, the others add a share.
  private func scores(ofIntent targets: [IntentTarget]) throws -> [Float] {
    var (best, sum) = (zeros, zeros)
    for target in targets {
      let own = try scores(of: target)
      Self.combine(&best, with: own, by: max)
      Self.combine(&sum, with: own, by: +)
    }
    Self.combine(&best, with: sum) { RankWeights.intent * ($0 + RankWeights.otherTarget * ($1 - $0)) }
    return best
  }

  private func scores(of target: IntentTarget) throws -> [Float] {
    var scores = zeros
    let weight = Float(target.weight)
    switch target.subject {
    case .tag(let tag):
      let match = try match(tag)
      positions.forEach(in: match.rows) { position in
        let bonus = match.named.contains(positions.rows[position]) ? RankWeights.namedTarget : 0
        scores[position] = weight * tagShare(at: position) + bonus
      }
    case .words(let texts):
      for field in WordField.allCases.reversed() {
        let own = weight * RankWeights.targetQuality(of: field)
        positions.forEach(in: try components(with: texts, in: field)) { scores[$0] = own }
      }
    }
    return scores
  }

  /// The components with all of some words, in a field or better ones, but not within other words, where they would
  /// mean something else: "hum" in Chump.
  func components(with texts: [String], in field: WordField) throws -> ComponentSet {
    var common: ComponentSet?
    for text in texts {
      let rows = try index.hits(of: word(text), to: .prefix).rows { $0.field.rawValue <= field.rawValue }
      if common == nil { common = rows } else { common?.formIntersection(rows) }
    }
    return common ?? ComponentSet()
  }
}
