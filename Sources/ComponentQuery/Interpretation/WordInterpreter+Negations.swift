import ComponentModel

/// Words that exclude what follows: "without", "ohne".
extension WordInterpreter {
  /// What the table of phrases says of negations; `not` is a connective of predicates.
  private static var negation: String { "NOT" }

  /// Takes negations with the name of a tag or the word that follows out of the words, unless they state a condition, as
  /// "without gui" does.
  func takeExcluded(from words: [String], into meaning: inout InterpretedWords) throws -> [String] {
    var rest: [String] = []
    var start = 0
    while start < words.count {
      guard Self.negations.contains(searchWord(words[start]).squeezed),
        let excluded = try rangeOfExcluded(words, after: start)
      else {
        rest.append(words[start])
        start += 1
        continue
      }
      meaning.excluded.append(try interpretExcluded(Array(words[excluded])).predicate)
      start = excluded.upperBound
    }
    return rest
  }

  /// What a negation excludes, words that mean nothing passed over.
  private func rangeOfExcluded(_ words: [String], after negation: Int) throws -> Range<Int>? {
    var start = negation + 1
    while start < words.count, try knowledge.isFiller(searchWord(words[start]).squeezed) { start += 1 }
    guard start < words.count else { return nil }
    for end in ((start + 1)...min(start + Self.spanLimit, words.count)).reversed() {
      let name = searchWord(words[start..<end].joined(separator: " "))
      if try !knowledge.tags(named: name).isEmpty { return start..<end }
    }
    return start..<start + 1
  }
}
