import ComponentModel

/// Words that are alternatives in other languages than English: "Hall oder Echo".
extension WordInterpreter {
  /// The words before, between and after "oder", "ou" or the like; all of them if there is no such word. `or` is a
  /// connective of predicates.
  ///
  /// - Throws: what reading the catalog throws.
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
