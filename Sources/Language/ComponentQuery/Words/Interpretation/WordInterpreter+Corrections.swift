import ComponentModel

/// Finds what was meant by misspelt words.
extension WordInterpreter {
  /// The lengths of words that are corrected: shorter ones are near too many others.
  private static var correctedLength: ClosedRange<Int> { 4...48 }
  /// The lengths of words that are corrected to a word that means something with the words beside it, and the minimum
  /// length for one that means something alone.
  private static var lengthAmongOthers: ClosedRange<Int> { 2...48 }
  private static var lengthAlone: Int { 5 }
  /// A word that more components than this have in comments, parameters or presets isn't a misspelling, however near it
  /// is to another.
  private static var rareCount: Int { 2 }
  /// The minimum length of a word that counts as misspelt although a few comments, parameters or presets have it:
  /// shorter ones are names and words.
  private static var lengthOfFound: Int { 6 }
  /// The maximum number of words of a search in which a word is corrected by those beside it.
  private static var searchedLimit: Int { 10 }
  /// The maximum number of wrong letters in a single word that states an aim beside a kind.
  private static var slipLimit: Int { 2 }
  /// The maximum number of words to try in place of a misspelt one.
  private static var attemptLimit: Int { 6 }

  /// Replaces each misspelt word with one that means something with the words beside it.
  ///
  /// - Parameter orNearest: whether to replace it, if there is none, with the nearest that says what a component is, as
  ///   a name has it, and to replace compounds with their parts.
  /// - Returns: whether any word was replaced.
  func correct(_ meaning: inout InterpretedWords, orNearest: Bool) throws -> Bool {
    var correction = Correction(meaning.words)
    let joined = try joinedPositions(in: meaning.words)
    for position in meaning.words.indices where !joined.contains(position) {
      let parts = try replacement(at: position, in: correction.words, orNearest: orNearest)
      if let parts {
        meaning.head.replace(run: [meaning.words[position]], with: parts)
        correction.replace(position, with: parts)
      }
    }
    meaning.words = correction.result
    meaning.notes += correction.notes.filter { !meaning.notes.contains($0) }
    return !correction.notes.isEmpty
  }

  /// Words of which some have been replaced.
  private struct Correction {
    /// The typed text with some words replaced; those replaced with several parts stay, since these aren't corrected.
    private(set) var words: [String]
    private(set) var notes: [SearchNote] = []
    private var parts: [[String]]

    init(_ words: [String]) {
      self.words = words
      parts = words.map { [$0] }
    }

    var result: [String] { parts.flatMap(\.self) }

    mutating func replace(_ position: Int, with parts: [String]) {
      let word = words[position]
      let typed = word.contains(where: \.isWhitespace) ? "\"\(word)\"" : word
      let note = SearchNote.corrected(word: typed, to: parts.joined(separator: " "))
      if !notes.contains(note) { notes.append(note) }
      self.parts[position] = parts
      if parts.count == 1 { words[position] = parts[0] }
    }
  }

  private func replacement(at position: Int, in words: [String], orNearest: Bool) throws -> [String]? {
    if orNearest, let parts = try unquoted(words[position], among: words) ?? compound(words[position]) { return parts }
    if orNearest, let word = try literal(words[position]) { return [word] }
    if orNearest, let word = try respelt(words[position]) { return [try knowledge.written(word)] }
    guard let word = try misspelt(words[position]), let typed = try knowledge.nearestTyped(to: word.squeezed) else {
      return nil
    }
    // Finding the nearest word is slow.
    if typed.isEmpty && !orNearest { return nil }
    let nearest = try correction(of: word)
    let better = try correction(of: word, to: typed, at: position, in: words, orNearest: nearest)
    if let better { return [better] }
    guard orNearest else { return nil }
    if let nearest, try isBetterLeftOut(at: position, in: words, than: nearest) { return nil }
    return try (nearest ?? nearestName(to: word, at: position, in: words)).map { [try knowledge.written($0)] }
  }

  /// Whether no component has the corrected word together with the others, while these are in a name, or one of them
  /// names a maker: then they are what is meant.
  private func isBetterLeftOut(at position: Int, in words: [String], than corrected: String) throws -> Bool {
    let others = try words.indices.filter { try $0 != position && isContent(words[$0]) }.map { searchWord(words[$0]) }
    guard !others.isEmpty, try others.allSatisfy({ try knowledge.standing(of: $0).level > .unknown }),
      try !knowledge.isAny(with: others + [searchWord(corrected)])
    else { return false }
    return try knowledge.isName(others) || others.contains(where: knowledge.isMaker)
  }

  /// The words of a quoted phrase that nothing has, if other words say more: `reverb "big hall"`.
  private func unquoted(_ word: String, among words: [String]) throws -> [String]? {
    guard words.count > 1, word.contains(where: \.isWhitespace), try standing(of: word) == .unknown,
      try !isTagName(word)
    else { return nil }
    let parts = word.split(whereSeparator: \.isWhitespace).map(String.init)
    return parts.count > 1 ? parts : nil
  }

  /// The replacement of a single word with a scheme or signs that no component's text has: `foo` for "urn:foo", `C` for
  /// "C++". A number keeps its plus sign, which makes it a minimum.
  private func literal(_ word: String) throws -> String? {
    let searched = WordTexts.searched(word)
    guard searchWord(word).tokens.count == 1, !word.contains("/"), word.hasSuffix(searched),
      try !knowledge.isInName(word)
    else { return nil }
    let name = searched.prefix { $0 != "+" && $0 != "#" }
    guard !name.isEmpty, name.count < word.count, !name.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return String(name)
  }

  /// The name that was meant by a word too short for other corrections, with a letter left out or swapped, if
  /// components of the kind beside it have that name: `lps compressor`.
  private func nearestName(to word: SearchWord, at position: Int, in words: [String]) throws -> String? {
    guard word.squeezed.unicodeScalars.count == Self.correctedLength.lowerBound - 1,
      try standing(of: word.text) == .unknown
    else { return nil }
    let others = words.indices.filter { $0 != position }.map { words[$0] }
    for kind in try spansOfKinds(in: others) {
      let name = searchWord(others[kind.range].joined(separator: " "))
      if let found = try knowledge.nearestName(to: word.squeezed, beside: name) { return found }
    }
    return nil
  }

  /// The intended word for one that matches something but that no component has.
  private func respelt(_ word: String) throws -> String? {
    let search = searchWord(word)
    guard search.tokens.count == 1, Self.lengthAlone...Self.correctedLength.upperBound ~= search.squeezed.count,
      try standing(of: word) == .strong, try !isNegation(word), try !knowledge.isFiller(search.squeezed)
    else { return nil }
    return try knowledge.meant(by: search)
  }

  /// The word if it may be a misspelling: it isn't a number, doesn't say what a component is, and is in few comments,
  /// parameters and presets at most.
  private func misspelt(_ word: String) throws -> SearchWord? {
    let search = searchWord(word)
    guard search.tokens.count == 1, Self.lengthAmongOthers ~= search.squeezed.unicodeScalars.count,
      search.squeezed.utf8.contains(where: { !$0.isASCIIDigit }),
      try !isNegation(word), try !knowledge.isFiller(search.squeezed)
    else { return nil }
    let standing = try knowledge.standing(of: search)
    guard standing.level < .strong, try knowledge.tags(named: search).isEmpty else { return nil }
    return standing.count <= Self.rareCount ? search : nil
  }

  /// The word that was meant. A word that only a few presets or comments have, or that occurs only within others,
  /// counts as misspelt if one letter is wrong.
  private func correction(of word: SearchWord) throws -> String? {
    guard Self.correctedLength ~= word.squeezed.unicodeScalars.count,
      let other = try knowledge.nearest(to: word.squeezed)
    else { return nil }
    return try standing(of: word.text) == .unknown || isNear(word.squeezed, other) ? other : nil
  }

  /// Whether a word that something has is misspelt all the same: one letter is wrong in a long one, and not the first.
  private func isNear(_ word: String, _ other: String) -> Bool {
    word.unicodeScalars.count >= Self.lengthOfFound && word.unicodeScalars.first == other.unicodeScalars.first
      && areOneEditApart(word, other)
  }

  // MARK: By the words beside it

  /// The first of some candidates that names a tag, or states an intent or a condition, together with the words beside
  /// it, and is not farther than the nearest of all words. If it does so alone, it has to be nearer than that, only one
  /// letter may be wrong, and the word has to be long enough.
  private func correction(
    of word: SearchWord, to others: [String], at position: Int, in words: [String], orNearest nearest: String?
  ) throws -> String? {
    guard words.count <= Self.searchedLimit, try standing(of: word.text) == .unknown else { return nil }
    let limit = nearest.map { Self.distance(word, $0) } ?? .max
    for other in others.prefix(Self.attemptLimit) where Self.distance(word, other) <= limit {
      var corrected = words
      corrected[position] = other
      guard let count = try countOfWords(thatMeanSomethingAt: position, in: corrected) else { continue }
      if try count == 1 && isFar(word, other) && isBesideKind(position, in: words) { continue }
      let distance = Self.distance(word, other)
      let isSure = Self.lengthAlone <= word.squeezed.unicodeScalars.count && distance < min(limit, 2)
      if count > 1 || isSure { return other }
    }
    return nil
  }

  /// Whether a word itself, whatever its stem, is more than a slip away from another.
  private func isFar(_ word: SearchWord, _ other: String) -> Bool {
    editDistance(word.squeezed, other, atMost: Self.slipLimit) == nil
  }

  /// Whether another word says what a component is. Then a correction to a word that states nothing but an aim is only
  /// a guess: to the "lado" of another language in "ladder filter".
  private func isBesideKind(_ position: Int, in words: [String]) throws -> Bool {
    let others = words.indices.filter { $0 != position }.map { words[$0] }
    return try !positionsOfKinds(in: others).isEmpty
  }

  /// The distance of a word, or of its stem if that is nearer, from another: the stem of "lowder" is near "loud".
  private static func distance(_ word: SearchWord, _ other: String) -> Int {
    [word.squeezed, word.stem].compactMap { editDistance($0, other, atMost: 3) }.min() ?? 4
  }

  /// How many words mean something together with the one at a position; nil if it means nothing.
  private func countOfWords(thatMeanSomethingAt position: Int, in words: [String]) throws -> Int? {
    if try joinedPositions(in: words).contains(position) { return 2 }
    if position + 1 < words.count, try isNegation(words[position]) { return 2 }
    if matching != .typing, let intent = try intent(in: words), intent.positions.contains(position) {
      return intent.positions.count
    }
    for start in words[...position].indices {
      if let (_, length) = try condition(words[start...]), start + length > position { return length }
    }
    return nil
  }
}
