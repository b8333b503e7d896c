internal import CatalogStore
internal import ComponentQuery

/// The scores of the words as the name, or side by side in it, less deductions for variants and for the length of the
/// name.
struct NameScores {
  private let scores: WordScores
  private let meaning: InterpretedWords
  /// The points for words that are the name, or are in it.
  private(set) var wording: [Float]
  /// The deductions for variants that the words don't ask for.
  private(set) var variants: [Float]
  /// The deductions for the length of the name.
  private(set) var lengths: [Float]

  /// The scores for the names of the rows that `scores` has.
  init(_ scores: WordScores, _ meaning: InterpretedWords) throws {
    (self.scores, self.meaning) = (scores, meaning)
    (wording, variants, lengths) = (scores.zeros, scores.zeros, scores.zeros)
    try addWording()
    try subtractVariants()
    for position in lengths.indices {
      lengths[position] -= RankWeights.nameLength * Float(scores.features[position].nameWords)
    }
  }

  var sum: [Float] {
    var sum = wording
    WordScores.combine(&sum, with: variants, by: +)
    WordScores.combine(&sum, with: lengths, by: +)
    return sum
  }

  /// The parts of the first row's score.
  var ledger: RankLedger {
    var ledger = RankLedger()
    ledger.add(.wording, wording.first ?? 0)
    ledger.add(.variant, variants.first ?? 0)
    ledger.add(.length, lengths.first ?? 0)
    return ledger
  }

  private mutating func addWording() throws {
    let text = meaning.words.isEmpty ? meaning.intentWords : meaning.words
    let phrase = scores.word(scores.word(text.joined(separator: " ")).squeezed)
    if phrase.squeezed.isEmpty { return }
    for hit in try scores.index.hits(of: phrase, to: .prefix, in: .strong) where hit.field == .name {
      let points = Self.points(ofPhrase: hit.kind)
      scores.positions.forEach(in: hit.rows) { wording[$0] = max(wording[$0], points) }
    }
    try addAllInName(text)
    try subtractOtherKinds()
  }

  /// Removes the points of components of other kinds, whose names only contain the words for the kind: Instrument Tuner
  /// isn't an instrument.
  private mutating func subtractOtherKinds() throws {
    let tags = meaning.spans.filter { $0.range == meaning.words.indices }.flatMap(\.tags)
    if tags.isEmpty { return }
    let ofKind = try tags.reduce(into: ComponentSet()) { $0.formUnion(try scores.match($1).rows) }
    for (position, row) in scores.positions.rows.enumerated()
    where wording[position] < RankWeights.wholeName && !ofKind.contains(row) { wording[position] = 0 }
  }

  private mutating func subtractVariants() throws {
    let conditionWords = meaning.wordsOfConditions.flatMap(\.self)
    let asked = (meaning.words + conditionWords + meaning.optional + meaning.intentWords).flatMap {
      scores.word($0).tokens
    }
    for variant in RankWeights.variants where !asked.contains(where: { $0.hasPrefix(variant.asked) }) {
      let rows = try rows(named: variant.word)
      scores.positions.forEach(in: rows) { variants[$0] -= variant.points }
    }
  }

  private static func points(ofPhrase kind: WordMatch) -> Float {
    switch kind {
    case .whole: RankWeights.wholeName
    case .start: RankWeights.nameStart
    case .exact, .joined, .prefix: RankWeights.namePhrase
    case .stem, .infix: 0
    }
  }

  private mutating func addAllInName(_ text: [String]) throws {
    guard text.count > 1 else { return }
    var all: ComponentSet?
    for part in text {
      let rows = try rows(named: part)
      if all == nil { all = rows } else { all?.formIntersection(rows) }
    }
    if let all { scores.positions.forEach(in: all) { wording[$0] = max(wording[$0], RankWeights.allInName) } }
  }

  /// The rows that have a word in their names, or one that begins with it.
  private func rows(named text: String) throws -> ComponentSet {
    try scores.index.hits(of: scores.word(text), to: .prefix, in: .strong).rows { $0.field == .name }
  }
}
