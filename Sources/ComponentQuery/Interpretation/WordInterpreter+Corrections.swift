import ComponentModel

/// Misspelt words.
extension WordInterpreter {
  /// The length of words that are corrected: shorter ones are near too many others.
  private static var correctedLength: ClosedRange<Int> { 4...48 }
  /// A word that more components than this have in comments, parameters or presets is no misspelling, however near it is to
  /// another.
  private static var rareCount: Int { 2 }

  /// Replaces each misspelt word by the nearest that says what a component is, and each compound by its parts.
  func correct(_ meaning: inout InterpretedWords) throws {
    let words = meaning.words
    let joined = try joinedPositions(in: words)
    meaning.words = []
    for (position, word) in words.enumerated() {
      guard !joined.contains(position), let parts = try compound(word) ?? correction(of: word).map({ [$0] }) else {
        meaning.words.append(word)
        continue
      }
      meaning.words += parts
      let note = SearchNote.corrected(word: word, to: parts.joined(separator: " "))
      if !meaning.notes.contains(note) { meaning.notes.append(note) }
    }
  }

  /// The word that was meant. A word that only a few presets or comments have, or that occurs only within others, counts as
  /// misspelt if one letter is wrong.
  private func correction(of word: String) throws -> String? {
    let search = searchWord(word)
    guard search.tokens.count == 1, Self.correctedLength ~= search.squeezed.unicodeScalars.count,
      search.squeezed.utf8.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }),
      try !isNegation(word)
    else { return nil }
    let standing = try knowledge.standing(of: search)
    guard standing.level < .strong, try knowledge.tags(named: search).isEmpty else { return nil }
    guard standing.count <= Self.rareCount, let other = try knowledge.nearest(to: search.squeezed) else { return nil }
    let isNear = standing.level == .unknown || areOneEditApart(search.squeezed, other)
    return isNear ? other : nil
  }
}
