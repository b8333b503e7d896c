import ComponentModel

/// Several words that are one: "de noise", "x 42".
extension WordInterpreter {
  /// Words of fewer letters mean nothing by themselves.
  private static var meaningfulLength: Int { 3 }

  /// Replaces neighbouring words with the one that they form.
  func join(_ meaning: inout InterpretedWords) throws {
    let words = meaning.words
    var rest: [String] = []
    var start = 0
    while start < words.count {
      let end = try endOfJoined(words, from: start)
      if let end {
        let joined = searchWord(words[start..<end].joined(separator: " ")).squeezed
        meaning.typed[joined] = words[start..<end].joined(separator: " ")
        rest.append(joined)
        meaning.head.replace(run: words[start..<end], with: [joined])
      } else {
        rest.append(words[start])
      }
      start = end ?? start + 1
    }
    meaning.words = rest
  }

  /// Whether a typed word consists of several with hyphens between them.
  static func isHyphenated(_ word: String) -> Bool {
    let hyphens: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}"]
    return word.unicodeScalars.contains(where: hyphens.contains)
      && word.unicodeScalars.allSatisfy {
        hyphens.contains($0) || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
  }

  private func endOfJoined(_ words: [String], from start: Int) throws -> Int? {
    for end in (start + 1...min(start + Self.spanLimit, words.count)).reversed() {
      let own = words[start..<end]
      guard own.allSatisfy({ Self.isHyphenated($0) || searchWord($0).tokens.count == 1 }) else { continue }
      let name = searchWord(own.joined(separator: " "))
      guard name.tokens.count > 1, try isOne(name), try !beginsWithArticle(words, start..<end),
        try lengthOfTagName(words[start...]) <= own.count, try !isPartOfLongerName(words, start..<end)
      else { continue }
      return end
    }
    return nil
  }

  /// Whether several words state an intent as one word but not by themselves, or are too short to mean anything but the
  /// one word that names have.
  private func isOne(_ name: SearchWord) throws -> Bool {
    if try name.tokens.contains(where: { try $0.unicodeScalars.count == 1 && knowledge.isFiller($0) }) { return false }
    if try statesIntent([name.stem]) { return try !statesIntent(name.tokens.map(Stem.of)) }
    return try name.tokens.allSatisfy { $0.unicodeScalars.count < Self.meaningfulLength }
      && knowledge.isOneWord(SearchWord(name.squeezed, tokens: [name.squeezed]))
  }

  /// The one word that several form, if that states an intent, too: `pingpong`.
  func intentAsOne(_ words: [String]) throws -> String? {
    let name = searchWord(words.joined(separator: " "))
    return try name.tokens.count > 1 && statesIntent([name.stem]) ? name.squeezed : nil
  }

  private func statesIntent(_ stems: [String]) throws -> Bool {
    try !knowledge.targets(ofIntent: Set(stems).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }).isEmpty
  }

  /// Whether the first word may be an article or a preposition, as in "générateur de noise": it is a filler, and words
  /// with a meaning stand before it. A hyphen leaves no doubt.
  private func beginsWithArticle(_ words: [String], _ range: Range<Int>) throws -> Bool {
    let first = searchWord(words[range.lowerBound])
    guard first.tokens.count == 1, try knowledge.isFiller(first.squeezed) else { return false }
    return try words[..<range.lowerBound].contains { try !knowledge.isFiller(searchWord($0).squeezed) }
  }

  /// Whether the last word begins a name of several words: in "de noise gate", the Dutch article stands before a gate.
  private func isPartOfLongerName(_ words: [String], _ range: Range<Int>) throws -> Bool {
    guard let last = range.last, range.count > 1 else { return false }
    return try lengthOfTagName(words[last...]) > 1
  }
}
