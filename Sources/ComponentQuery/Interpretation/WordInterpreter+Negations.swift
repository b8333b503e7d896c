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
        meaning.excluded.append(try predicate(excluding: excluded, of: words, after: start))
        start = excluded.upperBound
      } else {
        rest.append(words[start])
        start += 1
      }
    }
    meaning.words = rest
  }

  /// What the words after a negation mean. After one in a language other than English, a word belongs to that language and
  /// means what it names there, unless the search asks for just that: in "reverb ohne Hall", Hall can only be the word.
  private func predicate(excluding range: Range<Int>, of words: [String], after negation: Int) throws
    -> ComponentPredicate
  {
    let excluded = Array(words[range])
    let isForeign = try meaning(ofPhrase: searchWord(words[negation]).squeezed) != .exclusion
    guard isForeign else { return try interpretExcluded(excluded).predicate }
    let asked = try spans(of: Array(words[..<negation])) + spans(of: Array(words[range.upperBound...]))
    let isAsked = try spans(of: excluded).flatMap(\.tags).contains { tag in asked.contains { $0.tags.contains(tag) } }
    return try interpretExcluded(excluded, meansTags: !isAsked).predicate
  }

  private func isNegation(_ words: [String], at position: Int) throws -> Bool {
    switch try meaning(ofPhrase: searchWord(words[position]).squeezed) {
    case .exclusion, .foreignExclusion: break
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
    switch try meaning(ofPhrase: searchWord(word).squeezed) {
    case .exclusion, .foreignExclusion: true
    default: false
    }
  }

  /// The words that a negation excludes, fillers skipped, unless nothing else follows: "synth without effects".
  private func rangeOfExcluded(_ words: [String], after negation: Int) throws -> Range<Int>? {
    var start = negation + 1
    while start < words.count, try knowledge.isFiller(searchWord(words[start]).squeezed) { start += 1 }
    guard start < words.count else {
      return try words.indices[(negation + 1)...].first { try isTagName(words[$0]) }.map { $0..<$0 + 1 }
    }
    if let (_, length) = try condition(words[start...]) { return start..<start + length }
    return start..<start + max(1, try lengthOfTagName(words[start...]))
  }
}
