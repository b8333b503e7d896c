import ComponentModel

/// Words that are several: Stereo-Hall, and in German and its neighbours Gitarrenverzerrer.
extension WordInterpreter {
  /// The words, each replaced by its parts if it has several and only these mean anything. A quoted phrase stays.
  func divided(_ words: [String]) throws -> [String] {
    try words.flatMap { word in
      let search = searchWord(word)
      guard search.tokens.count > 1, !word.contains(where: \.isWhitespace),
        try knowledge.standing(of: search).level < .part, try knowledge.tags(named: search).isEmpty
      else { return [word] }
      return search.tokens
    }
  }

  /// The letters of a compound, and the least of its last part.
  private static var compoundLength: ClosedRange<Int> { 8...48 }
  private static var lastPartLength: Int { 4 }
  /// What may stand between the parts.
  private static var links: [String] { ["", "s", "n", "en", "es", "e"] }

  /// The parts of a word that nothing has: a name of a tag, and another or a word that means nothing, which is left out.
  ///
  /// - Returns: nil if the word is no compound.
  func compound(_ word: String) throws -> [String]? {
    let search = searchWord(word)
    let letters = Array(search.squeezed.unicodeScalars)
    guard search.tokens.count == 1, Self.compoundLength ~= letters.count,
      try knowledge.standing(of: search).level < .part, try knowledge.tags(named: search).isEmpty
    else { return nil }
    for length in (Self.lastPartLength...letters.count - Self.lastPartLength).reversed() {
      let last = Self.text(letters.suffix(length))
      let isFiller = try knowledge.isFiller(last)
      guard try isFiller || isTagName(last), let first = try firstPart(Self.text(letters.dropLast(length))) else {
        continue
      }
      return isFiller ? [first] : [first, last]
    }
    return nil
  }

  /// The first part without what links it to the last.
  private func firstPart(_ text: String) throws -> String? {
    for link in Self.links where text.hasSuffix(link) {
      let part = String(text.dropLast(link.count))
      if part.unicodeScalars.count >= Self.lastPartLength, try isTagName(part) { return part }
    }
    return nil
  }

  private func isTagName(_ text: String) throws -> Bool { try !knowledge.tags(named: searchWord(text)).isEmpty }

  private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(letters))
  }
}
