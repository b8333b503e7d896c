import ComponentModel

/// Words for what a component can do or have: "with pre-delay", "freezable".
extension WordInterpreter {
  /// The maximum number of words of a phrase for a feature, fillers between them included.
  private static var phraseLimit: Int { 6 }

  /// Takes out the words of features, the longest phrases first, if other words name a kind, unless the words are in a
  /// component's name.
  func takeFeatures(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    guard words.count > 1, try !isName(words) else { return }
    let places = try FeaturePlaces(
      kinds: spansOfKinds(in: words).map(\.range), tail: tail(of: meaning), others: rangesOfConditions(in: words),
      intent: words.count <= Self.intentSearchLimit ? intent(in: words)?.positions ?? [] : [])
    var taken: Set<Int> = []
    for length in (1...min(Self.phraseLimit, words.count)).reversed() {
      for start in 0...words.count - length {
        let range = start..<start + length
        guard places.mayHold(range), taken.isDisjoint(with: range), try isContent(words[start]),
          try isContent(words[range.upperBound - 1])
        else { continue }
        guard let feature = try feature(words[range]) else { continue }
        meaning.features.append(feature)
        taken.formUnion(range)
      }
    }
    for position in try positionsOfOwnFeatures(in: meaning, places) where !taken.contains(position) {
      meaning.features.append(InterpretedWords.Feature(words: [words[position]], evidence: []))
      taken.insert(position)
    }
    meaning.words = words.indices.filter { !taken.contains($0) }.map { words[$0] }
  }

  /// The feature that words ask for; nil if they ask for none.
  private func feature(_ words: ArraySlice<String>) throws -> InterpretedWords.Feature? {
    let evidence = try evidence(of: words)
    if evidence.isEmpty { return nil }
    let tags = try knowledge.tags(named: searchWord(words.joined(separator: " ")))
    if tags.contains(where: { TagUse.all.contains($0.identifier) }) { return nil }
    return InterpretedWords.Feature(
      words: Array(words), evidence: evidence + tags.map { IntentTarget(.tag($0), weight: 3) })
  }

  /// The positions of words after "with" that are in no table, but that components of the kind before it have.
  private func positionsOfOwnFeatures(in meaning: InterpretedWords, _ places: FeaturePlaces) throws -> [Int] {
    let words = meaning.words
    guard let first = places.tail.first, try self.meaning(ofPhrase: searchWord(words[first]).squeezed) == .having else {
      return []
    }
    let kinds = places.kinds.filter { $0.upperBound <= first }.map { searchWord(words[$0].joined(separator: " ")) }
    return try places.tail.filter { position -> Bool in
      let word = words[position]
      guard try isContent(word) && !isTagName(word), !places.kinds.contains(where: { $0.contains(position) }),
        !places.others.contains(where: { $0.contains(position) })
      else { return false }
      return try knowledge.isAny(of: kinds, suiting: [IntentTarget(.words([word]), weight: 3)])
    }
  }

  /// Where the words of features may stand.
  private struct FeaturePlaces {
    var kinds: [Range<Int>]
    /// The positions of the words after "with".
    var tail: Range<Int>
    /// The ranges of words that mean something else, unless a feature has more words.
    var others: [Range<Int>]
    /// The positions of the words of an intent, which wins if it has more of them.
    var intent: [Int]

    /// Whether a feature may stand at a range: after "with", or beside a kind, which is not part of it.
    func mayHold(_ range: Range<Int>) -> Bool {
      if others.contains(where: { $0.overlaps(range) && $0.count >= range.count }) { return false }
      if intent.count > range.count, intent.contains(where: range.contains) { return false }
      if tail.contains(range.lowerBound) { return true }
      return !kinds.contains { range.overlaps($0) }
        && kinds.contains { $0.upperBound == range.lowerBound || $0.lowerBound == range.upperBound }
    }
  }

  /// Where words state conditions.
  func rangesOfConditions(in words: [String]) throws -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < words.count {
      let length = try condition(words[start...])?.1 ?? 0
      if length > 0 { ranges.append(start..<start + length) }
      start += max(1, length)
    }
    return ranges
  }

  /// The positions after a word such as "with", if a kind stands before it.
  func tail(of meaning: InterpretedWords) throws -> Range<Int> {
    let words = meaning.words
    guard !meaning.head.isEmpty, words.count > meaning.head.count,
      Array(words.prefix(meaning.head.count)) == meaning.head,
      try !positionsOfKinds(in: meaning.head).isEmpty
    else { return words.count..<words.count }
    return meaning.head.count..<words.count
  }

  /// Whether a word says something, and isn't a filler.
  func isContent(_ word: String) throws -> Bool {
    let tokens = searchWord(word).tokens
    return try tokens.count != 1 || !knowledge.isFiller(tokens[0])
  }

  private func evidence(of words: ArraySlice<String>) throws -> [IntentTarget] {
    let content = try words.filter(isContent)
    let own = (content.count > 1 ? content : Array(words)).reduce(into: Set<String>()) { $0.formUnion(stems(of: $1)) }
    return try knowledge.evidence(ofFeature: Self.key(own))
  }
}
