import ComponentModel

/// Interprets plain words: the conditions they state, the tags they name, and the words that were probably meant.
///
/// Words are interpreted once, before a search runs. The result is a predicate, which is decided for each component by
/// itself.
package struct WordInterpreter<Knowledge: WordKnowledge> {
  let knowledge: Knowledge
  /// How far words may be from what components have.
  let matching: WordMatching

  /// The maximum number of words to interpret; nobody types a longer search, so it is looked up as it is.
  package static var wordLimit: Int { 24 }
  /// The maximum number of words of a name.
  static var spanLimit: Int { 4 }

  package init(_ knowledge: Knowledge, _ matching: WordMatching) {
    self.knowledge = knowledge
    self.matching = matching
  }

  /// The meaning of words that a component must have.
  ///
  /// - Throws: what reading the catalog throws.
  package func interpret(_ words: [String]) throws -> InterpretedWords {
    guard words.count <= Self.wordLimit else { return InterpretedWords(words) }
    var meaning = InterpretedWords()
    meaning.words = words
    meaning.head = try head(of: words)
    if matching != .exact { try rewrite(&meaning) }
    meaning.spans = try spans(of: meaning.words, divided: matching != .exact)
    return meaning
  }

  /// Replaces the words with their meanings. Exclusions come first, so that their words aren't interpreted in any other
  /// way.
  private func rewrite(_ meaning: inout InterpretedWords) throws {
    // The word that is being typed may be the beginning of any other.
    let unfinished = matching == .typing ? meaning.words.popLast() : nil
    try takeExcluded(from: &meaning)
    try join(&meaning)
    if unfinished == nil { try takeFeatures(from: &meaning) }
    if unfinished == nil { try takeIntents(from: &meaning) }
    try divide(&meaning)
    // Fillers are needed beside a misspelt word: the Italian "lo" in "lo fy".
    if try correct(&meaning, orNearest: false) {
      try takeExcluded(from: &meaning)
      if unfinished == nil { try takeFeatures(from: &meaning) }
      if unfinished == nil { try takeIntents(from: &meaning) }
    }
    try takeConditions(from: &meaning)
    try dropFillers(from: &meaning, isRestNeeded: unfinished == nil)
    if try correct(&meaning, orNearest: true) {
      if unfinished == nil { try takeIntents(from: &meaning) }
      try takeConditions(from: &meaning)
      try dropFillers(from: &meaning, isRestNeeded: unfinished == nil)
    }
    try takeOptional(from: &meaning, isRestNeeded: unfinished == nil)
    try takePreferred(from: &meaning)
    if let unfinished { meaning.words.append(unfinished) }
  }

  /// Replaces words with their parts, which may state an intent.
  private func divide(_ meaning: inout InterpretedWords) throws {
    let parts = try meaning.words.map(parts)
    if parts.allSatisfy({ $0.count == 1 }), parts.flatMap(\.self) == meaning.words { return }
    for (word, own) in zip(meaning.words, parts) where own != [word] { meaning.head.replace(run: [word], with: own) }
    meaning.words = parts.flatMap(\.self)
    if matching != .typing { try takeIntents(from: &meaning) }
  }

  /// The meaning of words that a component must not have: nothing is left out or guessed.
  ///
  /// - Parameter meansTags: whether a word that names have means the tags that it names, too.
  package func interpretExcluded(_ words: [String], meansTags: Bool = false) throws -> InterpretedWords {
    guard words.count <= Self.wordLimit else { return InterpretedWords(words) }
    var meaning = InterpretedWords()
    meaning.words = words
    if matching != .exact { try takeConditions(from: &meaning) }
    meaning.spans = try spans(of: meaning.words).filter { try meansTags || !isLiteral(meaning.words, $0) }
    return meaning
  }

  /// Whether a word is meant as it is, because names or tags have it: "hall" in "reverb without hall" isn't a reverb.
  private func isLiteral(_ words: [String], _ span: InterpretedWords.Span) throws -> Bool {
    try span.range.count == 1 && standing(of: words[span.range.lowerBound]) == .strong
  }

  func searchWord(_ text: String) -> SearchWord { SearchWord(text, rules: knowledge.rules) }

  func standing(of word: String) throws -> WordStanding.Level { try knowledge.standing(of: searchWord(word)).level }

  func isTagName(_ text: String) throws -> Bool { try !knowledge.tags(named: searchWord(text)).isEmpty }

  // MARK: Names

  /// The tags that neighbouring words name, beyond the matches of the words themselves.
  ///
  /// - Parameter isDivided: whether a word means its parts, too.
  func spans(of words: [String], divided isDivided: Bool = false) throws -> [InterpretedWords.Span] {
    var spans: [InterpretedWords.Span] = []
    for start in words.indices {
      for end in (start + 1)...min(start + Self.spanLimit, words.count) {
        if let span = try span(words, start..<end, divided: isDivided) { spans.append(span) }
      }
    }
    return spans
  }

  private func span(
    _ words: [String], _ range: Range<Int>, divided isDivided: Bool
  ) throws -> InterpretedWords.Span? {
    let own = Array(words[range])
    let name = searchWord(own.joined(separator: " "))
    let tags = try knowledge.tags(named: name)
    let joined = range.count > 1 ? try joinedWord(name) : nil
    let parts = isDivided && name.tokens.count == 1 ? try knowledge.parts(of: name) : nil
    if tags.isEmpty && joined == nil && parts == nil { return nil }
    let searched = own.map(searchWord)
    let isFoundByWords = tags.map { tag in
      let names = TagWords(tag, rules: knowledge.rules)
      return searched.allSatisfy { $0.matches(names) }
    }
    let isLiteral = matching == .exact || own.contains { $0.contains(where: \.isWhitespace) }
    return InterpretedWords.Span(
      range: range, tags: tags, isFoundByWords: isFoundByWords, isLiteral: isLiteral, joined: joined, parts: parts)
  }

  /// Several words as one word, if components have that.
  private func joinedWord(_ name: SearchWord) throws -> String? {
    try name.squeezed.unicodeScalars.count > 2 && knowledge.isJoined(name) ? name.squeezed : nil
  }

  /// The ranges of neighbouring words that are one word in names: "dragon fly".
  func rangesOfJoinedNames(in words: [String]) throws -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for start in words.indices.dropLast() {
      let name = searchWord(words[start...start + 1].joined(separator: " ")).squeezed
      if try knowledge.isOneWord(SearchWord(name, tokens: [name])) { ranges.append(start..<start + 2) }
    }
    return ranges
  }

  /// The positions of words that name something together with their neighbours.
  func joinedPositions(in words: [String]) throws -> Set<Int> {
    var positions: Set<Int> = []
    for start in words.indices {
      for end in (start + 2)..<(max(start + 2, min(start + Self.spanLimit, words.count) + 1)) {
        let name = searchWord(words[start..<end].joined(separator: " "))
        if try !knowledge.tags(named: name).isEmpty || joinedWord(name) != nil { positions.formUnion(start..<end) }
      }
    }
    return positions
  }

  /// The positions of words that say what a component is: they name a tag, alone or together.
  func positionsOfKinds(in words: [String]) throws -> Set<Int> {
    try spansOfKinds(in: words).reduce(into: []) { $0.formUnion($1.range) }
  }

  /// The words that say what a component is.
  func spansOfKinds(in words: [String]) throws -> [InterpretedWords.Span] {
    try spans(of: words).filter(\.isKind)
  }
}

extension InterpretedWords {
  /// The longest spans that say what a component is.
  package var kinds: [Span] {
    let kinds = spans.filter(\.isKind)
    return kinds.filter { kind in
      !kinds.contains { $0.range.count > kind.range.count && $0.range.overlaps(kind.range) }
    }
  }
}

/// The standard tags that say what a plugin is used on, and not what it is.
package enum TagUse {
  package static let all: Set<String> = ["guitar", "vocal", "bass", "drums", "percussion", "effects"]
}
