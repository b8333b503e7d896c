import ComponentModel
import ComponentQuery

/// A word of a text, or a quoted phrase, as it is read.
struct Token {
  /// The word as it is searched for.
  let text: String
  let word: SearchWord
  /// Whether it is a phrase in quotes, which counts as it stands.
  let isQuoted: Bool
  /// Whether only a hyphen stands between it and the word before it.
  let isGlued: Bool
  /// Whether it means nothing by itself.
  let isFiller: Bool

  /// Its words as one: the key of tables.
  var key: String { word.squeezed }

  /// The stems of its parts: in Japanese and Chinese, several words are written as one.
  var stems: [String] { word.tokens.map { SearchWord($0, tokens: [$0]).stem } }
}

/// Divides typed words into those that are read.
struct Tokens<Knowledge: WordKnowledge> {
  let knowledge: Knowledge

  /// The words of a text. What is not interpreted isn't divided, either.
  ///
  /// - Parameter isDivided: whether a word with several parts may be several words: Stereo-Hall, l'écho.
  func tokens(of words: [String], divided isDivided: Bool = true) throws -> [Token] {
    try words.flatMap { word in
      let isHyphenated = Self.isHyphenated(word)
      let parts = isDivided ? try parts(of: word) : [word]
      return try parts.enumerated().map { index, part in
        try token(parts.count > 1 ? spelt(part, in: word) : part, isGlued: isHyphenated && index > 0)
      }
    }
  }

  /// A folded part of a word as the word spells it, in lower case: folded, it may be divided differently, as in Japanese.
  private func spelt(_ part: String, in word: String) -> String {
    let letters = Array(word.lowercased())
    for start in letters.indices where letters[start].isLetter || letters[start].isNumber {
      for end in start + 1...min(letters.count, start + part.count + 2) {
        let text = String(letters[start..<end])
        if knowledge.rules.words(of: text).joined() == part { return text }
      }
    }
    return part
  }

  func token(_ text: String, isGlued: Bool = false) throws -> Token {
    let word = SearchWord(text, rules: knowledge.rules)
    return Token(
      text: text, word: word, isQuoted: text.contains(where: \.isWhitespace), isGlued: isGlued,
      isFiller: try word.tokens.count == 1 && knowledge.isFiller(word.tokens[0]))
  }

  /// The words that a typed word consists of, if they are joined by hyphens or nothing has it as it stands. A quoted
  /// phrase stays whole.
  private func parts(of text: String) throws -> [String] {
    let word = SearchWord(text, rules: knowledge.rules)
    guard word.tokens.count > 1, !text.contains(where: \.isWhitespace) else { return [text] }
    // A number keeps its sign and its fraction: "0.5", "gplv2.1", "10+". In Japanese, other words may follow it.
    let isNumber = PhraseText(word.tokens[0]).isNumber && !text.unicodeScalars.contains(where: \.isUndivided)
    if try !Self.isHyphenated(text) && (isKnown(word) || isNumber || statesSomething(text)) {
      return [text]
    }
    let apostrophes: Set<Character> = ["'", "’", "ʼ"]
    guard text.contains(where: apostrophes.contains) else { return word.tokens }
    // Drops an elided article, as in French, or what English puts after an apostrophe.
    let isEnglish =
      try word.tokens.count == 2 && (!knowledge.isFiller(word.tokens[0]) || knowledge.isFiller(word.tokens[1]))
    return isEnglish ? [word.tokens[0]] : Array(word.tokens.dropFirst())
  }

  private func isKnown(_ word: SearchWord) throws -> Bool {
    try knowledge.standing(of: word).level >= .part || !knowledge.tags(named: word).isEmpty
      || knowledge.condition(statedBy: word.squeezed) != nil
  }

  private func statesSomething(_ text: String) throws -> Bool {
    try PhraseReader(knowledge: knowledge).condition([text][...]) != nil
  }

  /// Whether a typed word consists of several with hyphens between them.
  static func isHyphenated(_ word: String) -> Bool {
    let hyphens: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}"]
    return word.unicodeScalars.contains(where: hyphens.contains)
      && word.unicodeScalars.allSatisfy {
        hyphens.contains($0) || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
  }
}
