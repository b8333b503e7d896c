import ComponentModel

/// Words that exclude what follows: "without", "ohne".
extension WordInterpreter {
  /// Takes out each negation with the tag name or word that follows it, unless it begins a phrase such as "without gui",
  /// is part of an intent, or nothing follows.
  func takeExcluded(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    var rest: [String] = []
    var start = 0
    while start < words.count {
      if try isNegation(words, at: start), let excluded = try rangeOfExcluded(words, after: start) {
        meaning.excluded.append(try interpretExcluded(Array(words[excluded])).predicate)
        start = excluded.upperBound
      } else {
        rest.append(words[start])
        start += 1
      }
    }
    meaning.words = rest
  }

  private func isNegation(_ words: [String], at position: Int) throws -> Bool {
    switch try meaning(ofPhrase: searchWord(words[position]).squeezed) {
    case .exclusion: break
    case .exclusionAfterKind:
      guard position > 0, try positionsOfKinds(in: Array(words[..<position])).contains(position - 1) else {
        return false
      }
    default: return false
    }
    return try condition(words[position...]) == nil && intent(in: words)?.positions.contains(position) != true
  }

  /// Whether a word is a negation, wherever it stands.
  func isNegation(_ word: String) throws -> Bool {
    try meaning(ofPhrase: searchWord(word).squeezed) == .exclusion
  }

  /// The words that a negation excludes, fillers skipped.
  private func rangeOfExcluded(_ words: [String], after negation: Int) throws -> Range<Int>? {
    var start = negation + 1
    while start < words.count, try knowledge.isFiller(searchWord(words[start]).squeezed) { start += 1 }
    guard start < words.count else { return nil }
    if let (_, length) = try condition(words[start...]) { return start..<start + length }
    return start..<start + max(1, try lengthOfTagName(words[start...]))
  }
}
