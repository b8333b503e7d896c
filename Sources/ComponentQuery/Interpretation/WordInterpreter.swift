import ComponentModel

/// Understands plain words: what they state about a component, which tags they name, what they were meant to be.
///
/// Words are understood once, before a search runs. The result is a predicate, which is decided for each component by
/// itself.
package struct WordInterpreter<Knowledge: WordKnowledge> {
  let knowledge: Knowledge
  /// Whether words are changed or left out; if not, they only get their other names.
  let isExact: Bool
  /// Whether the last word is being typed, so that it may be the beginning of any other.
  let isTyping: Bool

  /// The most words to understand; a longer text is no search that a person types, and is looked up as it is.
  package static var wordLimit: Int { 24 }
  /// The most words of a name.
  static var spanLimit: Int { 4 }

  /// An interpreter.
  package init(_ knowledge: Knowledge, isExact: Bool = false, isTyping: Bool = false) {
    self.knowledge = knowledge
    self.isExact = isExact
    self.isTyping = isTyping
  }

  /// The meaning of words that a component must have.
  ///
  /// - Throws: what reading the catalog throws.
  package func interpret(_ words: [String]) throws -> InterpretedWords {
    guard words.count <= Self.wordLimit else { return InterpretedWords(words) }
    var meaning = InterpretedWords()
    var rest = words
    if !isExact {
      rest = try divided(rest)
      rest = try takeIntents(from: rest, into: &meaning)
      rest = try takeConditions(from: rest, into: &meaning)
      rest = try takeExcluded(from: rest, into: &meaning)
      rest = try withoutFillers(
        rest, isRestNeeded: meaning.conditions.isEmpty && meaning.targets.isEmpty && meaning.excluded.isEmpty)
      rest = try corrected(rest, &meaning.notes)
      rest = try takeOptional(from: rest, into: &meaning)
      rest = try takePreferred(from: rest, into: &meaning)
    }
    meaning.words = rest
    meaning.spans = try spans(of: rest)
    return meaning
  }

  /// The meaning of words that a component must not have: nothing is left out or guessed.
  package func interpretExcluded(_ words: [String]) throws -> InterpretedWords {
    guard words.count <= Self.wordLimit else { return InterpretedWords(words) }
    var meaning = InterpretedWords()
    meaning.words = isExact ? words : try takeConditions(from: words, into: &meaning)
    meaning.spans = try spans(of: meaning.words).filter { try !isLiteral(meaning.words, $0) }
    return meaning
  }

  /// Whether a word is meant as it is, because names or tags have it: "hall" in "reverb without hall" is no reverb.
  private func isLiteral(_ words: [String], _ span: InterpretedWords.Span) throws -> Bool {
    try span.range.count == 1 && knowledge.standing(of: searchWord(words[span.range.lowerBound])).level == .strong
  }

  func searchWord(_ text: String) -> SearchWord { SearchWord(text, rules: knowledge.rules) }

  // MARK: Names

  /// What neighbouring words name, beyond what a search for the words themselves finds.
  func spans(of words: [String]) throws -> [InterpretedWords.Span] {
    var spans: [InterpretedWords.Span] = []
    for start in words.indices {
      for end in (start + 1)...min(start + Self.spanLimit, words.count) {
        if let span = try span(words, start..<end) { spans.append(span) }
      }
    }
    return spans
  }

  private func span(_ words: [String], _ range: Range<Int>) throws -> InterpretedWords.Span? {
    let own = Array(words[range])
    let name = searchWord(own.joined(separator: " "))
    let tags = try knowledge.tags(named: name)
    let joined = range.count > 1 ? try joinedWord(name) : nil
    if tags.isEmpty && joined == nil { return nil }
    let searched = own.map(searchWord)
    let isFoundByWords = tags.map { tag in
      let names = TagWords(tag, rules: knowledge.rules)
      return searched.allSatisfy { $0.matches(names) }
    }
    return InterpretedWords.Span(range: range, tags: tags, isFoundByWords: isFoundByWords, joined: joined)
  }

  /// Several words as one, if components have them so.
  private func joinedWord(_ name: SearchWord) throws -> String? {
    try name.squeezed.unicodeScalars.count > 2 && knowledge.isJoined(name) ? name.squeezed : nil
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
}
