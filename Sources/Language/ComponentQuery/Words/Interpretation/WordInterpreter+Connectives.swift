package import ComponentModel

/// Words that exclude what follows: "without", "ohne".
extension WordInterpreter {
  /// Takes out each negation with the tag name or word that follows it, unless it begins a phrase such as "without
  /// gui", is part of an intent, or has nothing after it.
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

  /// The meaning of the words after a negation. After one in a language other than English, a word belongs to that
  /// language and means what it names there, unless the search asks for just that: in "reverb ohne Hall", Hall can only
  /// be the word.
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

/// Words that are alternatives, in languages other than English: "Hall oder Echo".
extension WordInterpreter {
  /// The words before, between and after "oder", "ou" or the like; all of them if there is no such word. `or` is a
  /// connective of predicates.
  ///
  /// - Throws: errors of reading the catalog.
  func alternatives(in words: [String]) throws -> [[String]] {
    guard matching != .exact, words.count > 2, words.count <= Self.wordLimit else { return [words] }
    var texts: [[String]] = [[]]
    for word in words {
      if try meaning(ofPhrase: searchWord(word).squeezed) == .alternative {
        texts.append([])
      } else {
        texts[texts.count - 1].append(word)
      }
    }
    return texts.contains([]) ? [words] : texts
  }
}

/// Which of several kinds the other words describe: the first in "eq with spectrum", the last in "surround reverb".
extension WordInterpreter {
  /// The words before the first one that stands between a thing and what it has or is for; none if there is no such
  /// word, or if it comes first.
  func head(of words: [String]) throws -> [String] {
    try words.firstIndex(where: isAfterHead).map { Array(words[..<$0]) } ?? []
  }

  private func isAfterHead(_ word: String) throws -> Bool {
    let meaning = try meaning(ofPhrase: searchWord(word).squeezed)
    return meaning == .afterHead || meaning == .having
  }
}

extension InterpretedWords {
  /// The kind that stands before a word such as "with".
  package var statedKind: Span? { kinds.last { head.contains(words[$0.range.lowerBound]) } }

  /// The kind that the other words describe: that before a word such as "with", else the last.
  package var mainKind: Span? { statedKind ?? kinds.max { $0.range.upperBound < $1.range.upperBound } }

  /// The tags of the kind that the other words describe; empty unless each word names a kind or states a condition.
  package var headTags: [Tag] {
    let kinds = kinds
    let named = Set(kinds.flatMap { Array($0.range) })
    guard named.count == words.count, targets.isEmpty, kinds.count + conditions.count > 1 else { return [] }
    return mainKind?.tags ?? []
  }
}
