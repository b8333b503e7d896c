internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords

/// Makes the table of points for what words mean.
///
/// Everything is read from postings and sets, so no component is read for its score.
struct Scorer {
  let state: ReadState
  let words: CatalogWords
  let index: WordIndex
  let rarity: Rarity
  /// The components to rank.
  let positions: RowPositions

  init(_ state: ReadState, _ positions: RowPositions) throws {
    self.state = state
    self.positions = positions
    words = CatalogWords(state: state)
    index = try state.wordIndex()
    rarity = Rarity(of: state.catalog.largestRow)
  }

  func score(of rank: WordRank) throws -> Score {
    switch rank {
    case .words(let meaning): Score(content: .parts(try parts(of: meaning)))
    case .sum(let ranks): Score(content: .sum(try ranks.map(score)))
    case .best(let ranks): Score(content: .best(try ranks.map(score)))
    }
  }

  private func parts(of meaning: Meaning) throws -> [Score.Part] {
    var parts = try NameFit(self, meaning).parts
    let context = Context(meaning)
    for demand in meaning.demands { parts += try self.parts(for: demand, context) }
    for condition in meaning.conditions {
      // Components named surround precede those that only have as many channels. Mono and stereo only distinguish variants.
      let name = word(condition.words.joined(separator: " "))
      let tags = try words.tags(named: name)
      guard !tags.isEmpty else { continue }
      var demand = Demand(.word, condition.words, [Evidence(.words([name.text]))])
      demand.evidence += tags.map { Evidence(.tag($0.tag), certainty: $0.certainty) }
      demand.isRequired = false
      parts += try self.parts(for: demand, context)
    }
    return parts
  }

  func word(_ text: String) -> SearchWord { SearchWord(text, rules: state.view.rules) }

  // MARK: Demands

  /// What the other demands are, which decides how much one that need not be met says.
  private struct Context {
    /// The most words of an aim; 0 if there is none.
    let longestAim: Int
    /// How many kinds are required.
    let kindCount: Int
    /// The kind that the other words describe.
    let mainKind: Demand?
    /// The words that only few components have. In a sentence, they don't mean just these.
    let rare: [String]
    private static let fewWords = 3

    init(_ meaning: Meaning) {
      longestAim = meaning.demands.filter { $0.role == .aim }.map(\.words.count).max() ?? 0
      kindCount = meaning.required.filter { $0.role == .kind }.count
      mainKind = meaning.mainKind
      rare = meaning.demands.reduce(0) { $0 + $1.words.count } <= Self.fewWords ? meaning.rare : []
    }

    /// The share of a demand's points, by the rarity of what it is shown by.
    func share(of demand: Demand, _ rarity: Float) -> Float {
      switch demand.role {
      case .feature: return Weights.feature
      case .aim: return 1
      case .kind, .use, .word:
        if demand.isRequired { return 1 }
        if kindCount == 0, rare.contains(demand.text) { return 1 }
        let own = demand.role == .word ? Weights.optional(rarity) : 1
        return longestAim > 0 ? own * Weights.besideAim : own
      }
    }
  }

  /// The points for a demand. Where its words are only guessed to mean something, what has the words themselves has these
  /// points beside those for the guess: specific evidence outranks a broad tag.
  private func parts(for demand: Demand, _ context: Context) throws -> [Score.Part] {
    let ofKind = demand.role == .kind ? try components(with: demand.tags) : nil
    let isGuess = demand.role == .aim || demand.evidence.contains { $0.tag != nil && $0.certainty < 1 }
    var (words, meant) = ([[Score.Grant]](), [Score.Grant]())
    for evidence in demand.evidence {
      switch evidence.subject {
      case .tag(let tag): meant += try grants(for: tag, evidence)
      case .words(let texts) where !evidence.isMeaning:
        meant += try helping(texts, certainty: Float(evidence.certainty))
      // A word of an aim says little without the others.
      case .words(let texts) where demand.role == .aim:
        if !demand.evidence.contains(where: { isSame($0, texts) }) { words.append(try together(texts)) }
      case .words(let texts):
        words += try texts.map { text in
          let grants = try grants(for: word(text))
          return ofKind.map { kind in grants.flatMap { Self.divided($0, by: kind) } } ?? grants
        }
      }
    }
    if demand.role == .use { meant += try otherUses(than: demand) }
    if demand.role == .kind, demand.isRequired {
      meant += try otherKinds(than: demand, context)
    }
    // A single word repeats what it means.
    let isOne = words.count == 1 && !isGuess
    let counting: Score.Counting = demand.role == .aim ? .helping : .best
    let subject: RankPart.Subject = demand.role == .aim ? .intent : .word(demand.text)
    var parts = [Score.Part(subject: subject, grants: meant + (isOne ? words[0] : []), counting: counting)]
    if !isOne { parts += words.map { Score.Part(subject: .word(demand.text), grants: $0) } }
    let isRepeated = !isGuess && !meant.isEmpty
    for part in parts.indices {
      for index in parts[part].grants.indices {
        let grant = parts[part].grants[index]
        parts[part].grants[index].factor *= context.share(of: demand, grant.factor)
        if part > 0 && isRepeated { parts[part].grants[index].factor *= Weights.further }
        if part > 0 && demand.role == .aim {
          parts[part].grants[index].factor *= demand.words.count > 1 ? Weights.wordsOfAim : Weights.wordOfAim
        }
      }
    }
    return parts
  }

  /// Whether something that helps is just these words, which then count already.
  private func isSame(_ evidence: Evidence, _ texts: [String]) -> Bool {
    guard !evidence.isMeaning, case .words(let own) = evidence.subject else { return false }
    return own.map { word($0).stem } == texts.map { word($0).stem }
  }

  /// The components with one of these tags; nil for none.
  private func components(with tags: [Tag]) throws -> ComponentSet? {
    tags.isEmpty ? nil : try tags.reduce(into: ComponentSet()) { $0.formUnion(try words.rows(of: $1)) }
  }

  /// A grant for a field, and a smaller one for components with so many presets that one says little.
  private static func divided(_ grant: Score.Grant, _ field: WordField, _ many: ComponentSet) -> [Score.Grant] {
    guard field == .preset, grant.rows.intersectionCount(many) > 0 else { return [grant] }
    var (few, other) = (grant, grant)
    few.rows.subtract(many)
    other.rows.formIntersection(many)
    other.factor *= Weights.ofManyPresets
    return [few, other].filter { !$0.rows.isEmpty }
  }

  /// A grant for the components of a kind, and a smaller one for the others.
  private static func divided(_ grant: Score.Grant, by kind: ComponentSet) -> [Score.Grant] {
    var (own, other) = (grant, grant)
    own.rows.formIntersection(kind)
    other.rows.subtract(kind)
    other.factor *= Weights.otherKind
    return [own, other].filter { !$0.rows.isEmpty }
  }

  /// Components that aren't of the kind. Among several kinds, one that mentions this one may be what is meant, as an
  /// instrument with a highpass is.
  private func otherKinds(than demand: Demand, _ context: Context) throws -> [Score.Grant] {
    let weight = demand == context.mainKind ? Weights.unmetMainKind : Weights.unmetKind
    var others = ComponentSet(positions.rows)
    others.subtract(try words.components(meeting: demand))
    guard context.kindCount > 1 else { return Self.grants(.otherKind, [(others, weight)]) }
    var mentioning = others
    for text in demand.words { mentioning.formIntersection(try words.components(with: word(text))) }
    others.subtract(mentioning)
    return Self.grants(.otherKind, [(others, weight), (mentioning, weight * Weights.mentioned)])
  }

  private static func grants(
    _ source: RankContribution.Source, _ weights: [(rows: ComponentSet, weight: Float)]
  ) -> [Score.Grant] {
    weights.filter { !$0.rows.isEmpty }.map { Score.Grant(source: source, rows: $0.rows, weight: $0.weight) }
  }

  /// Components that are made for another use.
  private func otherUses(than demand: Demand) throws -> [Score.Grant] {
    let own = Set(demand.tags.map(\.identifier))
    var others = ComponentSet()
    for use in TagUse.all where use != "effects" && !own.contains(use) {
      if let row = try state.catalog.standardTag(use) { others.formUnion(try words.rows(of: row.tag)) }
    }
    for tag in demand.tags { others.subtract(try words.rows(of: tag)) }
    return others.isEmpty ? [] : [Score.Grant(source: .variant, rows: others, weight: Weights.otherUse)]
  }

  // MARK: Words

  /// A word in each field, by the best kind of match, and in tags that aren't standard.
  private func grants(for word: SearchWord) throws -> [Score.Grant] {
    let hits = try index.hits(of: word)
    let everywhere = hits.rows { $0.kind <= .joined }.count
    let strong = rarity.of(try words.frequency(of: word))
    let weak = rarity.of(everywhere)
    var grants: [Score.Grant] = []
    for field in WordField.allCases {
      var known = ComponentSet()
      for hit in hits where hit.field == field {
        var rows = hit.rows
        rows.subtract(known)
        known.formUnion(rows)
        guard !rows.isEmpty else { continue }
        grants += Self.divided(
          Score.Grant(
            source: .field(field.key), rows: rows, weight: Weights.of(field) * Weights.share(of: hit.kind),
            factor: field.isStrong ? strong : weak),
          field, try state.catalog.withManyPresets())
      }
    }
    return try grants + ownTags(named: word)
  }

  /// The user's and authors' tags that a word names, wholly or in part.
  private func ownTags(named word: SearchWord) throws -> [Score.Grant] {
    func grant(_ tag: Tag, _ rows: ComponentSet) -> Score.Grant {
      let weight = Weights.tag * (isName(word, of: tag) ? 1 : Weights.partOfTag)
      return Score.Grant(source: .tag(tag.name), rows: rows, weight: weight, factor: rarity.of(rows.count))
    }
    return try words.systemTags(with: word).filter { !$0.tag.isStandard }.map {
      grant($0.tag, try state.catalog.components(withTag: $0).union)
    } + words.userTags(with: word).map { grant($0.tag, try state.userStore.components(with: $0.id)) }
  }

  private func isName(_ word: SearchWord, of tag: Tag) -> Bool {
    (tag.displayNames + tag.wholeNames).contains { name in
      let own = self.word(name)
      return own.squeezed == word.squeezed || own.tokens.count == 1 && own.stem == word.stem
    }
  }

  /// All of some words that help, by where they stand.
  private func helping(_ texts: [String], certainty: Float) throws -> [Score.Grant] {
    try rows(with: texts).map { field, rows in
      Score.Grant(
        source: .words(texts.joined(separator: " ")), rows: rows, weight: Weights.tag * Self.quality(of: field),
        factor: certainty * Weights.helping)
    }
  }

  /// All of some words that were typed, by where they stand and how rare it is to have them all.
  private func together(_ texts: [String]) throws -> [Score.Grant] {
    let found = try rows(with: texts)
    let rarity = rarity.of(found.reduce(0) { $0 + $1.rows.count })
    return try found.flatMap { field, rows in
      try Self.divided(
        Score.Grant(
          source: .words(texts.joined(separator: " ")), rows: rows, weight: Weights.of(field), factor: rarity),
        field, state.catalog.withManyPresets())
    }
  }

  /// The components with all of some words, by the worst field that one of them needs. Within other words, they would mean
  /// something else: "hum" in Chump.
  private func rows(with texts: [String]) throws -> [(field: WordField, rows: ComponentSet)] {
    var known = ComponentSet()
    return try WordField.allCases.compactMap { field in
      var rows = try components(with: texts, to: field)
      rows.subtract(known)
      known.formUnion(rows)
      return rows.isEmpty ? nil : (field, rows)
    }
  }

  /// A parameter or preset is only part of a component.
  private static func quality(of field: WordField) -> Float {
    switch field {
    case .name, .maker, .pluginClass, .uri: 1
    case .comment: 0.85
    case .parameter, .preset: 0.7
    }
  }

  private func components(with texts: [String], to field: WordField) throws -> ComponentSet {
    var common: ComponentSet?
    for text in texts {
      let rows = try index.hits(of: word(text), to: .prefix).rows { $0.field.rawValue <= field.rawValue }
      if common == nil { common = rows } else { common?.formIntersection(rows) }
    }
    return common ?? ComponentSet()
  }

  // MARK: Tags

  /// A standard tag; more for components whose own names have a name of the tag, since an alias may not describe the
  /// others.
  private func grants(for tag: Tag, _ evidence: Evidence) throws -> [Score.Grant] {
    let rows = try words.rows(of: tag)
    let factor = Float(evidence.certainty) * (evidence.isMeaning ? rarity.of(rows.count) : Weights.helping)
    let tagged = Score.Grant(source: .tag(tag.name), rows: rows, weight: Weights.tag, factor: factor)
    var named = ComponentSet()
    for name in [tag.englishName] + tag.aliases {
      let word = self.word(self.word(name).squeezed)
      // A short alias such as EQ is part of too many words.
      named.formUnion(try index.hits(of: word, to: .joined, in: .strong).rows { $0.field == .name })
    }
    named.formIntersection(rows)
    if named.isEmpty { return [tagged] }
    if !evidence.isMeaning {
      var (others, own) = (tagged, tagged)
      others.rows.subtract(named)
      (own.rows, own.weight) = (named, Weights.tag + Weights.namedHelp)
      return [own, others]
    }
    return [tagged, Score.Grant(source: .field(.name), rows: named, weight: Weights.namedTag, factor: factor)]
  }
}
