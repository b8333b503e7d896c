import ComponentQuery

/// Words as they are: every word may mean itself, and words that names join or divide differently mean that, too.
extension Chart {
  /// Words of fewer letters mean nothing by themselves.
  private static var meaningfulLength: Int { 3 }

  func literals() throws -> [Reading] {
    var readings: [Reading] = []
    for (position, token) in tokens.enumerated() {
      let level = try knowledge.standing(of: token.word).level
      let weight = token.isFiller ? ReadingWeight.filler / 2 : ReadingWeight.literal(level)
      readings.append(Reading([position], .literal(others: try spellings(of: token)), weight: weight))
    }
    for range in runs where range.count > 1 { if let joined = try joined(range) { readings.append(joined) } }
    return readings
  }

  /// How else names and texts divide a word: "ring mod" for `ringmod`, "AC-30" for `ac30`.
  func spellings(of token: Token) throws -> [[String]] {
    guard !token.isQuoted, token.word.tokens.count == 1 else { return [] }
    let divided = WordTexts.beforeDigits(token.key)
    return try (knowledge.parts(of: token.word).map { [$0] } ?? []) + (divided.map { [[$0]] } ?? [])
  }

  /// The runs of words that may be a name.
  var runs: [Range<Int>] {
    tokens.indices.flatMap { start in (start + 1...min(start + 4, tokens.count)).map { start..<$0 } }
  }

  /// The words of a run, joined to one text.
  func name(_ range: Range<Int>) -> SearchWord {
    SearchWord(tokens[range].map(\.text).joined(separator: " "), rules: knowledge.rules)
  }

  /// Several words that names have as one: "dragon fly", "x 42".
  private func joined(_ range: Range<Int>) throws -> Reading? {
    let name = name(range)
    guard tokens[range].allSatisfy({ !$0.isQuoted }), try !beginsWithArticle(range) else { return nil }
    let areShort = name.tokens.allSatisfy { $0.unicodeScalars.count < Self.meaningfulLength }
    if areShort {
      guard try knowledge.isOneWord(SearchWord(name.squeezed, tokens: [name.squeezed])),
        try !name.tokens.contains(where: { try $0.unicodeScalars.count == 1 && knowledge.isFiller($0) })
      else { return nil }
    } else {
      guard try name.squeezed.unicodeScalars.count > 2 && knowledge.isJoined(name) else { return nil }
    }
    return Reading(
      range, areShort ? .joined(name.squeezed) : .literal(others: [[name.squeezed]]), weight: ReadingWeight.joined)
  }

  /// Whether the first word may be an article or a preposition, as in "générateur de noise": it is a filler, and words
  /// with a meaning stand before it. A hyphen leaves no doubt.
  func beginsWithArticle(_ range: Range<Int>) throws -> Bool {
    guard tokens[range.lowerBound].isFiller, !tokens[range.lowerBound + 1].isGlued else { return false }
    return tokens[..<range.lowerBound].contains { !$0.isFiller }
  }
}
