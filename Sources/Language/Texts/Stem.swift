/// The common part of a word's forms.
///
/// English words lose their endings by rules: plurals, `-ing`, `-ed`, `-er`, `-or`, `-ion`, `-ation`, `-ator`, `-ate`,
/// `-e` and pairs of them, so that compressor, compressing and compression have one stem. British spellings have the
/// stem of the American ones: `-our`, `-tre`, `-ogue`, `-is-` and `-ys-` before an ending, `-ell-`
/// (``AmericanSpelling``). The same rules apply to all words in ASCII, whatever their language. Two words with other
/// letters are forms of one word if they share a beginning of at least 5 letters, and at most 2 letters follow it in
/// either, which covers most endings of Slavic languages and of Greek. A word in ASCII and one with other letters are
/// never forms of one word. ICU has no stemmer.
package enum Stem {
  /// The stem of a folded ASCII word of more than three letters; any other word is returned unchanged.
  package static func of(_ word: String) -> String {
    let bytes = Array(word.utf8)
    guard bytes.count > 3, bytes.allSatisfy({ $0 < 0x80 }) else { return word }
    let singular = AmericanSpelling.of(singular(bytes[...]))
    if ownStems.contains(Array(singular)) { return String(decoding: singular, as: UTF8.self) }
    return String(decoding: withoutEnding(singular), as: UTF8.self)
  }

  /// A folded word in American spelling, with its ending: `equalizer` for `equaliser`. Plurals are returned unchanged.
  package static func american(_ word: String) -> String {
    let bytes = Array(word.utf8)[...]
    guard bytes.count > 3, isASCII(word) else { return word }
    let whole = AmericanSpelling.of(bytes)
    guard whole == bytes, !ownStems.contains(Array(bytes)), let ending = ending(of: bytes) else {
      return String(decoding: whole, as: UTF8.self)
    }
    let beginning = AmericanSpelling.ofBeginning(bytes.dropLast(ending.count))
    return String(decoding: beginning + ending, as: UTF8.self)
  }

  /// Whether two folded words are forms of one word.
  package static func isShared(_ word: String, _ other: String) -> Bool {
    switch (isASCII(word), isASCII(other)) {
    case (true, true): of(word) == of(other)
    case (false, false): haveCommonBeginning(word, other)
    default: false
    }
  }

  /// Whether a name with the same stem as a folded word may be a form of that word. A word that its British spelling
  /// shows to be English has no form that differs from the American spelling only by a final `e`: the Italian `rumore`
  /// is not a form of `rumour`.
  package static func isForm(_ name: String, of word: String) -> Bool {
    let american = american(word)
    return american == word || name != american + "e"
  }

  /// Whether a folded word ends like a plural, or like a verb's form in `-ing` or `-ed`.
  package static func isInflected(_ word: String) -> Bool {
    let bytes = Array(word.utf8)[...]
    return singular(bytes) != bytes || inflections.contains { bytes.count >= $0.count + 3 && bytes.ends(with: $0) }
  }

  private static let inflections: [[UInt8]] = ["ing", "ed"].map { Array($0.utf8) }

  /// Whether a word is in ASCII, so that the rules of ``of(_:)`` apply to it.
  package static func isASCII(_ word: String) -> Bool { word.utf8.allSatisfy { $0 < 0x80 } }

  // MARK: Other alphabets

  /// How many letters at the end may differ.
  static let endingLength = 2
  /// The fewest leading letters that forms share.
  static let beginningLength = 5

  private static func haveCommonBeginning(_ word: String, _ other: String) -> Bool {
    if word == other { return true }
    let (a, b) = (Array(word.unicodeScalars), Array(other.unicodeScalars))
    let common = zip(a, b).prefix { $0 == $1 }.count
    return common >= max(beginningLength, max(a.count, b.count) - endingLength)
  }

  /// The beginning that all forms of a word share; nil if the word is too short to have one, or is in ASCII, where
  /// ``of(_:)`` gives the stem.
  package static func commonBeginning(_ word: String) -> String? {
    let scalars = Array(word.unicodeScalars)
    guard !isASCII(word), scalars.count >= beginningLength else { return nil }
    return String(String.UnicodeScalarView(scalars.prefix(max(beginningLength, scalars.count - endingLength))))
  }

  // MARK: English

  private typealias Letters = ArraySlice<UInt8>

  /// Plural endings, and what replaces them.
  private static let plurals: [(ending: [UInt8], replacement: [UInt8])] = [
    ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ers", "er"), ("ors", "or"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// Endings of words that end in `s` and aren't plurals.
  private static let singulars: [[UInt8]] = ["ss", "us", "is"].map { Array($0.utf8) }

  private static let endings: [[UInt8]] = [
    "ation", "ating", "ated", "ator", "ate", "ering", "ered", "ing", "ion", "ed", "er", "or", "e",
  ].map { Array($0.utf8) }

  /// Words that only look like forms of another: of phase, state, drive, cent.
  private static let ownStems: Set<[UInt8]> = Set(["phaser", "station", "driver", "center"].map { Array($0.utf8) })

  private static func singular(_ word: Letters) -> Letters {
    for (ending, replacement) in plurals where word.count >= ending.count + 2 && word.ends(with: ending) {
      return word.dropLast(ending.count) + replacement
    }
    guard word.last == UInt8(ascii: "s"), !singulars.contains(where: word.ends(with:)) else { return word }
    return word.dropLast()
  }

  private static func withoutEnding(_ word: Letters) -> Letters {
    guard let ending = ending(of: word) else { return word }
    // `centered` is a form of `center`, not of `cent`.
    if ending.starts(with: "er".utf8) {
      let verb = word.dropLast(ending.count - 2)
      if ownStems.contains(Array(verb)) { return verb }
    }
    return AmericanSpelling.ofBeginning(withoutDoubling(word.dropLast(ending.count)))
  }

  private static func ending(of word: Letters) -> [UInt8]? {
    endings.first { word.count >= $0.count + 4 && word.ends(with: $0) }
  }

  /// Letters that may be double at the end of a word that has no ending: install, compress, puff, buzz.
  private static let doubled: Set<UInt8> = Set("lsfz".utf8)

  /// Undoes the doubling before an ending: `stopp`, from `stopping`, becomes `stop`; `compress` and `install` stay.
  private static func withoutDoubling(_ word: Letters) -> Letters {
    guard word.count > 4, let last = word.last, last == word.dropLast().last, !doubled.contains(last) else {
      return word
    }
    return word.dropLast()
  }
}

extension ArraySlice<UInt8> {
  /// Whether its last elements are these.
  func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
