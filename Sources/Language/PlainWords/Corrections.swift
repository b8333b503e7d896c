import ComponentModel
import ComponentQuery

/// Finds what was meant by words that are misspelt, or that nothing has as they stand.
struct Corrections<Knowledge: WordKnowledge> {
  let knowledge: Knowledge

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

  /// The chart of a text in which each misspelt word is replaced by one that means something, best with the words beside
  /// it. Words that mean something, by themselves or together with others, aren't misspelt.
  func corrected(_ tokens: [Token]) throws -> (chart: Chart<Knowledge>, notes: [SearchNote]) {
    let chart = try Chart(tokens, knowledge)
    let understood = chart.cover.filter { !$0.isOneName && ($0.isMeaning || $0.positions.count > 1) }.flatMap(
      \.positions)
    var (words, parts, notes) = (tokens, tokens.map { [$0] }, [SearchNote]())
    for position in tokens.indices where !understood.contains(position) {
      guard let replacement = try replacement(at: position, in: words) else { continue }
      parts[position] = try replacement.map { try Tokens(knowledge: knowledge).token($0) }
      // What became several words stays while the others are corrected, since these aren't misspelt.
      if replacement.count == 1 { words[position] = parts[position][0] }
      let typed = tokens[position].isQuoted ? "\"\(tokens[position].text)\"" : tokens[position].text
      let note = SearchNote.corrected(word: typed, to: replacement.joined(separator: " "))
      if !notes.contains(note) { notes.append(note) }
    }
    let corrected = parts.flatMap(\.self)
    return notes.isEmpty || corrected.count > Chart<Knowledge>.tokenLimit
      ? (chart, []) : (try Chart(corrected, knowledge), notes)
  }

  private func replacement(at position: Int, in tokens: [Token]) throws -> [String]? {
    let token = tokens[position]
    if let parts = try unquoted(token, among: tokens) ?? compound(token.word) { return parts }
    if let word = try literal(token) { return [word] }
    if let word = try respelt(token) { return [try knowledge.written(word)] }
    guard let word = try misspelt(token), let typed = try knowledge.nearestTyped(to: word.squeezed) else { return nil }
    let nearest = try correction(of: word)
    if let better = try correction(of: word, to: typed, at: position, in: tokens, orNearest: nearest) {
      return [better]
    }
    if let nearest, try isBetterLeftOut(at: position, in: tokens, than: nearest) { return nil }
    return try (nearest ?? nearestName(to: word, at: position, in: tokens)).map { [try knowledge.written($0)] }
  }

  private func standing(of word: SearchWord) throws -> WordStanding.Level { try knowledge.standing(of: word).level }

  /// Whether no component has the corrected word together with the others, while these are in a name, or one of them
  /// names a maker: then they are what is meant.
  private func isBetterLeftOut(at position: Int, in tokens: [Token], than corrected: String) throws -> Bool {
    let others = tokens.indices.filter { $0 != position && !tokens[$0].isFiller }.map { tokens[$0].word }
    guard !others.isEmpty, try others.allSatisfy({ try standing(of: $0) > .unknown }),
      try !knowledge.isAny(with: others + [SearchWord(corrected, rules: knowledge.rules)])
    else { return false }
    return try knowledge.isName(others) || others.contains(where: knowledge.isMaker)
  }

  /// The words of a quoted phrase that nothing has, if other words say more: `reverb "big hall"`.
  private func unquoted(_ token: Token, among tokens: [Token]) throws -> [String]? {
    guard tokens.count > 1, token.isQuoted, try standing(of: token.word) == .unknown,
      try knowledge.tags(named: token.word).isEmpty
    else { return nil }
    let parts = token.text.split(whereSeparator: \.isWhitespace).map(String.init)
    return parts.count > 1 ? parts : nil
  }

  /// The replacement of a single word with a scheme or signs that no component's text has: `foo` for "urn:foo", `C` for
  /// "C++". A number keeps its plus sign, which makes it a minimum.
  private func literal(_ token: Token) throws -> String? {
    let searched = WordTexts.searched(token.text)
    guard token.word.tokens.count == 1, !token.text.contains("/"), token.text.hasSuffix(searched),
      try !knowledge.isInName(token.text)
    else { return nil }
    let name = searched.prefix { $0 != "+" && $0 != "#" }
    guard !name.isEmpty, name.count < token.text.count, !name.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return String(name)
  }

  /// The name that was meant by a word too short for other corrections, with a letter left out or swapped, if
  /// components of the kind beside it have that name: `lps compressor`.
  private func nearestName(to word: SearchWord, at position: Int, in tokens: [Token]) throws -> String? {
    guard word.squeezed.unicodeScalars.count == Self.correctedLength.lowerBound - 1, try standing(of: word) == .unknown
    else { return nil }
    let chart = try Chart(tokens, knowledge, for: .names)
    for kind in chart.kinds where !kind.positions.contains(position) {
      if let found = try knowledge.nearestName(to: word.squeezed, beside: chart.demand(kind)) { return found }
    }
    return nil
  }

  /// The intended word for one that matches something but that no component has.
  private func respelt(_ token: Token) throws -> String? {
    guard token.word.tokens.count == 1, Self.lengthAlone...Self.correctedLength.upperBound ~= token.key.count,
      try standing(of: token.word) == .strong, try !isNegation(token), !token.isFiller
    else { return nil }
    return try knowledge.meant(by: token.word)
  }

  /// The word if it may be a misspelling: it isn't a number, doesn't say what a component is, and is in few comments,
  /// parameters and presets at most.
  private func misspelt(_ token: Token) throws -> SearchWord? {
    guard token.word.tokens.count == 1, Self.lengthAmongOthers ~= token.key.unicodeScalars.count,
      token.key.utf8.contains(where: { !$0.isASCIIDigit }), try !isNegation(token), !token.isFiller
    else { return nil }
    let standing = try knowledge.standing(of: token.word)
    guard standing.level < .strong, try knowledge.tags(named: token.word).isEmpty else { return nil }
    return standing.count <= Self.rareCount ? token.word : nil
  }

  private func isNegation(_ token: Token) throws -> Bool {
    switch try knowledge.meaning(ofPhrase: token.key) {
    case .exclusion, .foreignExclusion: true
    default: false
    }
  }

  /// The word that was meant. A word that only a few presets or comments have, or that occurs only within others,
  /// counts as misspelt if one letter is wrong.
  private func correction(of word: SearchWord) throws -> String? {
    guard Self.correctedLength ~= word.squeezed.unicodeScalars.count,
      let other = try knowledge.nearest(to: word.squeezed)
    else { return nil }
    return try standing(of: word) == .unknown || isNear(word.squeezed, other) ? other : nil
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
    of word: SearchWord, to others: [String], at position: Int, in tokens: [Token], orNearest nearest: String?
  ) throws -> String? {
    guard tokens.count <= Self.searchedLimit, try standing(of: word) == .unknown else { return nil }
    let limit = nearest.map { Self.distance(word, $0) } ?? .max
    for other in others.prefix(Self.attemptLimit) where Self.distance(word, other) <= limit {
      var corrected = tokens
      corrected[position] = try Tokens(knowledge: knowledge).token(other)
      let chart = try Chart(corrected, knowledge)
      guard let count = Self.count(ofWordsMeantAt: position, in: chart) else { continue }
      // Beside a kind, a correction to a word that states nothing but an aim is only a guess: to the "lado" of another
      // language in "ladder filter".
      let isFar = editDistance(word.squeezed, other, atMost: Self.slipLimit) == nil
      if count == 1 && isFar && chart.kinds.contains(where: { !$0.positions.contains(position) }) { continue }
      let distance = Self.distance(word, other)
      let isSure = Self.lengthAlone <= word.squeezed.unicodeScalars.count && distance < min(limit, 2)
      if count > 1 || isSure { return other }
    }
    return nil
  }

  /// The distance of a word, or of its stem if that is nearer, from another: the stem of "lowder" is near "loud".
  private static func distance(_ word: SearchWord, _ other: String) -> Int {
    [word.squeezed, word.stem].compactMap { editDistance($0, other, atMost: 3) }.min() ?? 4
  }

  /// How many words mean something together with the one at a position; nil if it means nothing.
  private static func count(ofWordsMeantAt position: Int, in chart: Chart<Knowledge>) -> Int? {
    guard let reading = chart.cover.first(where: { $0.positions.contains(position) }) else { return nil }
    if case .tags = reading.sense, reading.positions.count == 1 { return nil }
    return reading.isMeaning || reading.positions.count > 1 ? reading.positions.count : nil
  }
}
