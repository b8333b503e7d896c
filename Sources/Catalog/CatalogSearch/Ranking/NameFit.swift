internal import CatalogStore
internal import ComponentQuery
internal import PlainWords

/// Points for how well the words fit the name as a whole, and what decides among equals: variants, the length of the name,
/// the number of tags.
struct NameFit {
  private let scorer: Scorer
  private let meaning: Meaning

  init(_ scorer: Scorer, _ meaning: Meaning) {
    self.scorer = scorer
    self.meaning = meaning
  }

  var parts: [Score.Part] {
    get throws {
      [
        Score.Part(subject: .name, grants: try wording() + variants() + lengths() + failing(), counting: .sum)
      ]
    }
  }

  /// The words that may be a name: what isn't stated as a condition, with what means nothing and without.
  private var texts: [[String]] {
    let texts = [meaning.demands.flatMap(\.words), meaning.literal, meaning.typed].filter { !$0.isEmpty }
    return texts.enumerated().filter { !texts[..<$0].contains($1) }.map(\.element)
  }

  // MARK: The words as the name

  private func wording() throws -> [Score.Grant] {
    // The best fit counts.
    var known = ComponentSet()
    return try texts.flatMap(fits).sorted { $0.points > $1.points }.compactMap { rows, points in
      var own = rows
      own.subtract(known)
      if points < Weights.wholeName, let kind = try kind() { own.formIntersection(kind) }
      known.formUnion(own)
      return own.isEmpty || points == 0 ? nil : Score.Grant(source: .wording, rows: own, weight: points)
    }
  }

  /// The components whose names have a text, by how well.
  private func fits(_ text: [String]) throws -> [(rows: ComponentSet, points: Float)] {
    let phrase = scorer.word(scorer.word(text.joined(separator: " ")).squeezed)
    if phrase.squeezed.isEmpty { return [] }
    let fits = try scorer.index.hits(of: phrase, to: .prefix, in: .strong).filter { $0.field == .name }
      .map { (rows: $0.rows, points: Self.points(ofPhrase: $0.kind)) }
    guard text.count > 1 else { return fits }
    var all = try named(text[0])
    for word in text.dropFirst() { all.formIntersection(try named(word)) }
    return fits + [(rows: all, points: Weights.allInName)]
  }

  /// The components of the kind that all words name together: Instrument Tuner isn't an instrument. Nil if they name none.
  private func kind() throws -> ComponentSet? {
    guard meaning.demands.count == 1, let only = meaning.demands.first, only.role == .kind else { return nil }
    return try only.tags.reduce(into: ComponentSet()) { $0.formUnion(try scorer.words.rows(of: $1)) }
  }

  private static func points(ofPhrase kind: WordMatch) -> Float {
    switch kind {
    case .whole: Weights.wholeName
    case .start: Weights.nameStart
    case .exact, .joined, .prefix: Weights.namePhrase
    case .stem, .infix: 0
    }
  }

  /// The rows that have a word in their names, or one that begins with it.
  private func named(_ text: String) throws -> ComponentSet {
    try scorer.index.hits(of: scorer.word(text), to: .prefix, in: .strong).rows { $0.field == .name }
  }

  // MARK: Among equals

  private func variants() throws -> [Score.Grant] {
    let evidence = meaning.demands.flatMap(\.evidence).map(\.subject.name)
    let asked = (meaning.demands.flatMap(\.words) + meaning.conditions.flatMap(\.words) + evidence)
      .flatMap { scorer.word($0).tokens }
    return try Weights.variants.compactMap { variant in
      guard !asked.contains(where: { $0.hasPrefix(variant.asked) }) else { return nil }
      return Score.Grant(source: .variant, rows: try named(variant.word), weight: variant.points)
    }
  }

  private func lengths() throws -> [Score.Grant] {
    var names: [Int: [Int64]] = [:]
    var tags: [Int: [Int64]] = [:]
    for (row, features) in zip(scorer.positions.rows, try scorer.index.cache.features(of: scorer.positions.rows)) {
      names[Int(features.nameWords), default: []].append(row)
      tags[max(0, Int(features.tags) - Self.usualTags), default: []].append(row)
    }
    func grants(_ source: RankContribution.Source, _ counts: [Int: [Int64]], _ weight: Float) -> [Score.Grant] {
      counts.filter { $0.key > 0 }.map {
        Score.Grant(source: source, rows: ComponentSet($0.value), weight: weight * Float($0.key))
      }
    }
    return grants(.length, names, Weights.nameLength) + grants(.breadth, tags, Weights.furtherTag)
  }

  /// The kind, its group, and Effects.
  private static let usualTags = 3

  /// The components that a validation could not load or run.
  private func failing() throws -> [Score.Grant] {
    let rows = try scorer.state.catalog.failing()
    return rows.isEmpty ? [] : [Score.Grant(source: .failing, rows: rows, weight: Weights.failing)]
  }
}
