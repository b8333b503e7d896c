import ComponentModel

/// Misspelt words, and words that only describe.
extension WordInterpreter {
  /// The letters of words that are corrected: shorter ones are too close to too many others, and nobody types longer ones.
  private static var correctedLength: ClosedRange<Int> { 4...48 }
  /// A word that more components have in a comment, a parameter or a preset is one, however near it is to another.
  private static var rareCount: Int { 2 }

  /// The words, each misspelt one replaced by the nearest that says what a component is.
  func corrected(_ words: [String], _ notes: inout [SearchNote]) throws -> [String] {
    let joined = try joinedPositions(in: words)
    var corrected: [String] = []
    for (position, word) in words.enumerated() {
      let isUnfinished = isTyping && position == words.count - 1
      if joined.contains(position) || isUnfinished {
        corrected.append(word)
        continue
      }
      if let parts = try compound(word) {
        corrected += parts
        continue
      }
      guard let other = try correction(of: word) else {
        corrected.append(word)
        continue
      }
      corrected.append(other)
      let note = SearchNote.corrected(word: word, to: other)
      if !notes.contains(note) { notes.append(note) }
    }
    return corrected
  }

  /// What a word is a misspelling of. A word that a few presets or comments have, or that is only within others, is one
  /// too, if a single letter of it is wrong.
  private func correction(of word: String) throws -> String? {
    let search = searchWord(word)
    guard search.tokens.count == 1, Self.correctedLength ~= search.squeezed.unicodeScalars.count,
      search.squeezed.utf8.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) })
    else { return nil }
    let standing = try knowledge.standing(of: search)
    guard standing.level < .strong, try knowledge.tags(named: search).isEmpty else { return nil }
    guard standing.count <= Self.rareCount, let other = try knowledge.nearest(to: search.squeezed) else { return nil }
    let isNear = standing.level == .unknown || areOneEditApart(search.squeezed, other)
    return isNear ? other : nil
  }

  /// Takes out the words that need not be there: beside an intent all that don't say what a component is, and those that
  /// only comments, parameters and presets have, if another word says what is meant.
  func takeOptional(from words: [String], into meaning: inout InterpretedWords) throws -> [String] {
    if !meaning.targets.isEmpty {
      let kinds = try positionsOfKinds(in: words)
      meaning.optional = words.indices.filter { !kinds.contains($0) }.map { words[$0] }
      // A single word is what some are called: Vintage Delay.
      if meaning.intent.count == 1 { meaning.optional += meaning.intent }
      return words.indices.filter(kinds.contains).map { words[$0] }
    }
    guard words.count > 1 else { return words }
    let joined = try joinedPositions(in: words)
    let levels = try words.enumerated().map { position, word -> WordStanding.Level in
      if joined.contains(position) || isTyping && position == words.count - 1 { return .strong }
      let search = searchWord(word)
      return try knowledge.tags(named: search).isEmpty ? knowledge.standing(of: search).level : .strong
    }
    guard levels.contains(where: { $0 > .weak }) else { return words }
    for (word, level) in zip(words, levels) where level <= .weak {
      meaning.optional.append(word)
      meaning.notes.append(level == .weak ? .optional(word: word) : .ignored(word: word))
    }
    return zip(words, levels).filter { $1 > .weak }.map(\.0)
  }

  /// Takes out the words that say what a component is used on, if another says what it is: few choruses for basses are
  /// tagged so.
  func takePreferred(from words: [String], into meaning: inout InterpretedWords) throws -> [String] {
    let kinds = try positionsOfKinds(in: words)
    if kinds.isEmpty { return words }
    let isUse = try words.enumerated().map { position, word in
      try !kinds.contains(position)
        && knowledge.tags(named: searchWord(word)).contains { Self.uses.contains($0.identifier) }
    }
    meaning.preferred = zip(words, isUse).filter(\.1).map(\.0)
    return zip(words, isUse).filter { !$1 }.map(\.0)
  }
}
