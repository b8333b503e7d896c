internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import Lexicon
internal import PlainWords

/// Knowledge about words in one state of the catalog and the user store.
struct CatalogWords: WordKnowledge {
  let state: ReadState

  var rules: any TextRules { state.view.rules }

  var lexicon: Lexicon { .standard }

  /// The standard tag with an identifier; nil if no component of the catalog has it.
  func tag(_ identifier: String) throws -> Tag? {
    try state.catalog.standardTag(identifier)?.tag
  }

  /// See `WordKnowledge`; a word counts only if the caller can see the component. Components that the user has hidden
  /// count too: hiding one must not change what words mean.
  func standing(of word: SearchWord) throws -> WordStanding {
    try state.standing(of: word.tokens) {
      var (level, weak) = (WordStanding.Level.unknown, ComponentSet())
      let visible = try ComponentSets(state: state).visible(.hidden)
      for hit in try state.wordIndex().hits(of: word) {
        let own = Self.level(of: hit, word)
        if own == .weak { weak.formUnion(hit.rows) }
        if own > level, try isVisible(hit.rows, visible) { level = own }
      }
      if try level < .strong && isVisible(tagged(word), visible) { level = .strong }
      return WordStanding(level, count: visible.map { $0.intersectionCount(weak) } ?? weak.count)
    }
  }

  private func isVisible(_ rows: ComponentSet, _ visible: ComponentSet?) throws -> Bool {
    visible.map { $0.intersectionCount(rows) > 0 } ?? !rows.isEmpty
  }

  private static func level(of hit: WordHit, _ word: SearchWord) -> WordStanding.Level {
    guard hit.field.isStrong else { return .weak }
    switch hit.kind {
    case .infix: return .part
    case .prefix: return word.squeezed.unicodeScalars.count > 3 ? .strong : .part
    case .whole, .start, .exact, .stem, .joined: return .strong
    }
  }

  /// See `WordKnowledge`.
  func isJoined(_ name: SearchWord) throws -> Bool {
    let joined = SearchWord(name.squeezed, tokens: [name.squeezed])
    let rows = try state.wordIndex().hits(of: joined, to: .joined, in: .strong).rows()
    if try rows.isEmpty && tags(named: name).isEmpty { return false }
    let all = try components(with: joined)
    var found = all
    for token in name.tokens {
      found.formIntersection(try components(with: SearchWord(token, tokens: [token])))
    }
    return found.count < all.count
  }

  /// See `WordKnowledge`.
  func isName(_ words: [SearchWord]) throws -> Bool {
    var common: ComponentSet?
    for word in words {
      let hits = try state.wordIndex().hits(of: word, to: .joined, in: .strong)
      let rows = hits.rows { $0.field == .name && $0.kind <= .exact }
      if common == nil { common = rows } else { common?.formIntersection(rows) }
    }
    return common.map { !$0.isEmpty } ?? false
  }

  /// See `WordKnowledge`.
  func isPartOfName(_ name: SearchWord) throws -> Bool {
    let joined = SearchWord(name.squeezed, tokens: [name.squeezed])
    return try state.wordIndex().hits(of: joined, to: .joined, in: .strong).contains { $0.field == .name }
  }

  /// See `WordKnowledge`.
  func isAny(with words: [SearchWord]) throws -> Bool {
    var common: ComponentSet?
    for word in words {
      var rows = try tagged(word)
      rows.formUnion(
        try state.wordIndex().hits(of: word, to: .prefix).rows { $0.field.rawValue <= WordField.comment.rawValue })
      if common == nil { common = rows } else { common?.formIntersection(rows) }
    }
    return common.map { !$0.isEmpty } ?? false
  }

  /// See `WordKnowledge`.
  func isMaker(_ word: SearchWord) throws -> Bool {
    try !components(madeBy: word).isEmpty
  }

  /// See `WordKnowledge`.
  func isRare(_ word: SearchWord) throws -> Bool {
    guard word.squeezed.unicodeScalars.count > 2 else { return false }
    let hits = try state.wordIndex().hits(of: word).filter { $0.kind <= .stem }
    return hits.rows().count <= Self.few && hits.contains { [.name, .maker, .comment].contains($0.field) }
  }

  /// How many components are few.
  private static let few = 3

  /// See `WordKnowledge`.
  func isAny(meeting demand: Demand, and other: Demand) throws -> Bool {
    var both = try components(meeting: other, in: .strong)
    both.formIntersection(try components(meeting: demand, in: demand.role == .word ? .strong : .all))
    return try isVisible(both, ComponentSets(state: state).visible(.hidden))
  }

  /// The components that have good evidence of a demand.
  ///
  /// - Parameter fields: where words count; those of a kind only in names.
  func components(meeting demand: Demand, in fields: FieldScope = .all) throws -> ComponentSet {
    var union = ComponentSet()
    for evidence in demand.evidence where evidence.isGood {
      switch evidence.subject {
      case .tag(let tag): union.formUnion(try rows(of: tag))
      case .words(let words): union.formUnion(try components(with: words, of: demand.role, in: fields))
      }
    }
    return union
  }

  private func components(with words: [String], of role: Demand.Role, in fields: FieldScope) throws -> ComponentSet {
    var common: ComponentSet?
    for word in words.map({ SearchWord($0, rules: rules) }) {
      var rows: ComponentSet
      if role == .kind {
        rows = try state.wordIndex().hits(of: word, in: .strong).rows { $0.field == .name }
      } else {
        rows = try tagged(word)
        rows.formUnion(try state.wordIndex().hits(of: word).rows { fields == .all || $0.field.isStrong })
      }
      if common == nil { common = rows } else { common?.formIntersection(rows) }
    }
    return common ?? ComponentSet()
  }

  /// The components with a standard tag.
  func rows(of tag: Tag) throws -> ComponentSet {
    try state.catalog.standardTag(tag.identifier).map { try state.catalog.components(withTag: $0).union }
      ?? ComponentSet()
  }

  /// See `WordKnowledge`.
  func tags(named name: SearchWord) throws -> [NamedTag] {
    var found = lexicon.tags(named: name.squeezed)
    if found.tags.isEmpty && name.tokens.count == 2 && !name.tokens.allSatisfy(isUse)
      && !name.tokens.allSatisfy(isKind)
    {
      // The words may be in any order, since languages differ: "amplificatore chitarra". But "filter synth" is a filter
      // and a synthesizer.
      found = lexicon.tags(named: name.tokens[1] + name.tokens[0])
    }
    // If there are several words, the last might be a form of another and mean something else.
    guard found.areExact || name.tokens.count == 1 else { return [] }
    return try found.tags.compactMap { found in
      try tag(found.identifier).map { NamedTag($0, certainty: found.isProduct ? Self.productCertainty : 1) }
    }
  }

  /// How surely the name of a product means the tag of its kind: one of many is asked for.
  private static let productCertainty = 0.8

  /// Whether a folded word says what components are used on: "drum bass" is not a bass drum.
  private func isUse(_ word: String) -> Bool {
    lexicon.tags(named: word).tags.contains { TagUse.all.contains($0.identifier) }
  }

  /// Whether a folded word says what components are.
  private func isKind(_ word: String) -> Bool {
    lexicon.tags(named: word).tags.contains { !TagUse.all.contains($0.identifier) }
  }

  /// See `WordKnowledge`.
  func isBroader(_ tag: Tag, than other: Tag) throws -> Bool {
    guard let broad = try state.catalog.standardTag(tag.identifier),
      let narrow = try state.catalog.standardTag(other.identifier)
    else { return false }
    let rows = try state.catalog.components(withTag: narrow).union
    return try state.catalog.components(withTag: broad).union.intersectionCount(rows) == rows.count
  }

  /// See `WordKnowledge`.
  func condition(statedBy phrase: String) throws -> String? { lexicon.value(of: .phrase, phrase) }

  /// See `WordKnowledge`.
  func isFiller(_ word: String) throws -> Bool { lexicon.value(of: .filler, word) != nil }

  /// See `WordKnowledge`.
  func targets(ofIntent stems: [String]) throws -> [Evidence] {
    if let ordered = lexicon.value(of: .orderedIntent, stems.joined(separator: " ")) {
      return try evidence(in: ordered)
    }
    let key = stems.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
    return try evidence(in: lexicon.value(of: .intent, key) ?? "")
  }

  /// See `WordKnowledge`.
  func evidence(ofFeature stems: [String]) throws -> [Evidence] {
    let key = stems.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
    guard let feature = lexicon.value(of: .feature, key) else { return [] }
    return try evidence(in: lexicon.value(of: .evidence, feature) ?? "")
  }

  /// The evidence that a table has: `compressor=3, "surge protect"=2`. What can't be read, and tags that no component has,
  /// are left out.
  private func evidence(in text: String) throws -> [Evidence] {
    try text.split(separator: ",").compactMap { part in
      guard let sign = part.lastIndex(of: "="), let weight = Double(part[part.index(after: sign)...].withoutOuterSpaces)
      else { return nil }
      let name = String(part[..<sign].withoutOuterSpaces)
      let certainty = min(1, weight / 3)
      guard name.hasPrefix("\"") else {
        return try tag(name).map { Evidence(.tag($0), certainty: certainty, isMeaning: false) }
      }
      let words = name.split { $0 == "\"" || $0 == " " }.map(String.init)
      return words.isEmpty ? nil : Evidence(.words(words), certainty: certainty, isMeaning: false)
    }
  }

  /// See `WordKnowledge`.
  func nearest(to word: String) throws -> String? {
    // The name of a tag is spelled correctly, even if no component has the tag.
    let named = lexicon.tags(named: word)
    return try named.areExact && !named.tags.isEmpty ? nil : nearestWord(to: word)
  }

  /// See `WordKnowledge`.
  func nearestTyped(to word: String) throws -> [String]? {
    let words = Lexicon.typedWords
    guard var found = Spelling(word).neighbours(in: words) else { return nil }
    // The word may be a form of an existing one: "lowder". Other endings belong to the word: "flavour" isn't a form of
    // "clav".
    let stem = SearchWord(word, tokens: [word]).stem
    if stem != word, Stem.isInflected(word) || word.hasSuffix("er") {
      found += Spelling(stem).neighbours(in: words, ofStem: true) ?? []
    }
    return found.sorted().map(\.word)
  }
}
