import ComponentModel

/// Words that consist of several: Stereo-Hall, l'écho, and compounds such as the German Gitarrenverzerrer.
extension WordInterpreter {
  /// The words that a typed word consists of, if they are joined by hyphens or nothing has it as it stands. A quoted
  /// phrase stays whole.
  func parts(of word: String) throws -> [String] {
    let search = searchWord(word)
    guard search.tokens.count > 1, !word.contains(where: \.isWhitespace),
      try Self.isHyphenated(word) || isUnknown(search), try meaning(ofPhrase: search.squeezed) == nil,
      try !word.contains("+") || condition([word]) == nil
    else { return [word] }
    let apostrophes: Set<Character> = ["'", "’", "ʼ"]
    guard word.contains(where: apostrophes.contains) else { return search.tokens }
    // Drops an elided article, as in French, or what English puts after an apostrophe.
    let isEnglish =
      try search.tokens.count == 2
      && (!knowledge.isFiller(search.tokens[0]) || knowledge.isFiller(search.tokens[1]))
    return isEnglish ? [search.tokens[0]] : Array(search.tokens.dropFirst())
  }

  private func isUnknown(_ word: SearchWord) throws -> Bool {
    try knowledge.standing(of: word).level < .part && knowledge.tags(named: word).isEmpty
  }

  /// The lengths of compounds, and the minimum length of either part.
  private static var compoundLength: ClosedRange<Int> { 8...48 }
  private static var lastPartLength: Int { 4 }
  /// The letters that may stand between the parts.
  private static var links: [String] { ["", "s", "n", "en", "es", "e"] }

  /// The parts of an unknown compound, as typed: the name of a tag, and a second one or a filler, which is dropped.
  ///
  /// - Returns: nil if the word isn't a compound.
  func compound(_ word: String) throws -> [String]? {
    let search = searchWord(word)
    let letters = Array(search.squeezed.unicodeScalars)
    guard search.tokens.count == 1, Self.compoundLength ~= letters.count, try isUnknown(search) else { return nil }
    let typed = Array(word)
    for length in (Self.lastPartLength...letters.count - Self.lastPartLength).reversed() {
      let last = Self.text(letters.suffix(length))
      let isFiller = try knowledge.isFiller(last)
      guard try isFiller || isTagName(last), let first = try firstPart(Self.text(letters.dropLast(length))) else {
        continue
      }
      if typed.count != letters.count { return isFiller ? [first] : [first, last] }
      let parts = [typed.prefix(first.unicodeScalars.count), typed.suffix(length)].map { String($0) }
      return isFiller ? [parts[0]] : parts
    }
    return nil
  }

  /// The first part without the letters that link it to the last.
  private func firstPart(_ text: String) throws -> String? {
    for link in Self.links where text.hasSuffix(link) {
      let part = String(text.dropLast(link.count))
      if part.unicodeScalars.count >= Self.lastPartLength, try isTagName(part) { return part }
    }
    return nil
  }

  private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(letters))
  }
}
