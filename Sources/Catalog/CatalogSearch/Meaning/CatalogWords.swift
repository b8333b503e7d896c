internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import Lexicon

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
  func isStrong(_ word: SearchWord, beside kind: SearchWord) throws -> Bool {
    var ofKind = try components(ofKind: kind)
    ofKind.formIntersection(try strong(word))
    return try isVisible(ofKind, ComponentSets(state: state).visible(.hidden))
  }

  /// The components with a tag that a word names, or with the word in a strong field.
  func components(ofKind kind: SearchWord) throws -> ComponentSet {
    var ofKind = try strong(kind)
    for tag in try tags(named: kind) { ofKind.formUnion(try rows(of: tag)) }
    return ofKind
  }

  /// The components with a standard tag.
  func rows(of tag: Tag) throws -> ComponentSet {
    try state.catalog.standardTag(tag.identifier).map { try state.catalog.components(withTag: $0).union }
      ?? ComponentSet()
  }

  /// The components that have a word in a strong field or a tag.
  private func strong(_ word: SearchWord) throws -> ComponentSet {
    var rows = try tagged(word)
    // All fields are searched, since `standing` has already read them.
    rows.formUnion(try state.wordIndex().hits(of: word).rows { $0.field.isStrong })
    return rows
  }

  /// See `WordKnowledge`.
  func tags(named name: SearchWord) throws -> [Tag] {
    var found = lexicon.tags(named: name.squeezed)
    if found.identifiers.isEmpty && name.tokens.count == 2 && !name.tokens.allSatisfy(isUse)
      && !name.tokens.allSatisfy(isKind)
    {
      // The words may be in any order, since languages differ: "amplificatore chitarra". But "filter synth" is a filter
      // and a synthesizer.
      found = lexicon.tags(named: name.tokens[1] + name.tokens[0])
    }
    // If there are several words, the last might be a form of another and mean something else.
    return try found.areExact || name.tokens.count == 1 ? found.identifiers.compactMap(tag) : []
  }

  /// Whether a folded word says what components are used on: "drum bass" is not a bass drum.
  private func isUse(_ word: String) -> Bool {
    lexicon.tags(named: word).identifiers.contains(where: TagUse.all.contains)
  }

  /// Whether a folded word says what components are.
  private func isKind(_ word: String) -> Bool {
    lexicon.tags(named: word).identifiers.contains { !TagUse.all.contains($0) }
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
  func targets(ofIntent stems: [String]) throws -> [IntentTarget] {
    try IntentTarget.targets(parsing: lexicon.value(of: .intent, stems.joined(separator: " ")) ?? "", tag: tag)
  }

  /// See `WordKnowledge`.
  func evidence(ofFeature stems: [String]) throws -> [IntentTarget] {
    guard let feature = lexicon.value(of: .feature, stems.joined(separator: " ")) else { return [] }
    return try IntentTarget.targets(parsing: lexicon.value(of: .evidence, feature) ?? "", tag: tag)
  }

  /// See `WordKnowledge`.
  func isAny(of kinds: [SearchWord], suiting targets: [IntentTarget]) throws -> Bool {
    var ofKinds = ComponentSet()
    for kind in kinds {
      ofKinds.formUnion(try state.wordIndex().hits(of: kind, in: .strong).rows { $0.field == .name })
      for tag in try tags(named: kind) { ofKinds.formUnion(try rows(of: tag)) }
    }
    for target in targets where target.isGood {
      var suiting: ComponentSet
      switch target.subject {
      case .tag(let tag): suiting = try rows(of: tag)
      case .words(let words): suiting = try components(with: SearchWord(words.joined(separator: " "), rules: rules))
      }
      suiting.formIntersection(ofKinds)
      if try isVisible(suiting, ComponentSets(state: state).visible(.hidden)) { return true }
    }
    return false
  }

  /// See `WordKnowledge`.
  func nearest(to word: String) throws -> String? {
    // The name of a tag is spelled correctly, even if no component has the tag.
    let named = lexicon.tags(named: word)
    return try named.areExact && !named.identifiers.isEmpty ? nil : nearestWord(to: word)
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
