internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import Lexicon
internal import PlainWords

/// How words are meant to be spelt.
extension CatalogWords {
  /// The kinds of match of a word that a field has as such, not only as part or in another form.
  private static let kindsOfWords: [WordMatch] = [.whole, .start, .exact, .joined]

  /// See `WordKnowledge`.
  func meant(by word: SearchWord) throws -> String? {
    let index = try state.wordIndex()
    // The cheapest test comes first: nearly all words are spelt correctly.
    guard !Stem.isInflected(word.squeezed), try !index.hits(of: word).contains(where: Self.isWord),
      try !hasWord(from: word.squeezed), let other = try nearest(to: word.squeezed)
    else { return nil }
    return areOneEditApart(word.squeezed, other) ? other : nil
  }

  /// See `WordKnowledge`.
  func nearestName(to word: String, beside kind: Demand) throws -> String? {
    let spelling = Spelling(word)
    var found: Set<String> = []
    try state.wordIndex().forEachWord(oneLetterFrom: spelling) { other in
      guard other.utf8.count >= word.utf8.count, spelling.distance(to: other, atMost: 1) != nil,
        isSwappedOrLonger(word, other), try isName(other),
        try isAny(meeting: Demand(.word, [other], [Evidence(.words([other]))]), and: kind)
      else { return }
      found.insert(other)
    }
    return found.count == 1 ? found.first : nil
  }

  private func isSwappedOrLonger(_ word: String, _ other: String) -> Bool {
    word.utf8.count < other.utf8.count || word.utf8.sorted() == other.utf8.sorted()
  }

  private static func isWord(_ hit: WordHit) -> Bool { kindsOfWords.contains(hit.kind) }

  /// Maximum number of components whose names are read.
  private static let namesLimit = 50

  /// See `WordKnowledge`.
  func isInName(_ text: String) throws -> Bool {
    let searched = text.lowercased()
    for hit in try state.wordIndex().hits(of: SearchWord(text, rules: rules), to: .exact, in: .strong)
    where hit.field == .name {
      for row in hit.rows.rows(limit: Self.namesLimit) {
        let names = try StoredTexts(connection: state.connection).own(of: row)?.texts[WordField.name.rawValue] ?? []
        if names.contains(where: { $0.lowercased().contains(run: searched) }) { return true }
      }
    }
    return false
  }

  /// See `WordKnowledge`.
  func written(_ word: String) throws -> String {
    let tags = lexicon.tags(named: word)
    let ofTags = tags.areExact ? try tags.tags.compactMap { try tag($0.identifier) }.flatMap(\.displayNames) : []
    if let form = forms(of: word, in: ofTags, .maker).first { return form }
    let texts = StoredTexts(connection: state.connection)
    var counts: [String: Int] = [:]
    for hit in try state.wordIndex().hits(of: SearchWord(word, tokens: [word]), to: .exact, in: .strong)
    where hit.field == .name || hit.field == .maker {
      for row in hit.rows.rows(limit: Self.namesLimit) {
        guard let own = try texts.own(of: row)?.texts[hit.field.rawValue] else { continue }
        for form in forms(of: word, in: own, hit.field) { counts[form, default: 0] += 1 }
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? word
  }

  /// The parts of texts that equal a word, ignoring case, accents and width.
  private func forms(of word: String, in texts: [String], _ field: WordField) -> [String] {
    texts.flatMap { WordTexts.spellings(of: $0, in: field) }
      .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map { String($0) }
      .filter { rules.words(of: $0) == [word] }
  }

  /// Whether a word of a name, maker, class, URI or tag begins with a text or equals it.
  private func hasWord(from text: String) throws -> Bool {
    try state.wordIndex().hasStrongWord(from: text) || state.catalog.wordsOfTags().contains { $0.hasWord(from: text) }
      || state.userStore.wordsOfTags(rules).contains { $0.hasWord(from: text) }
  }

  /// The word of a name, maker, class or URI, or the name of a standard tag, nearest to a word in spelling; nil if none
  /// is near, as ``Spelling`` defines it. Among equally near words, those with the same first letter come first, then
  /// names of tags and makers, then the more frequent. Only words of components in the caller's directories, and names
  /// of their tags, are considered.
  ///
  /// - Parameter word: the word, folded.
  func nearestWord(to word: String) throws -> String? {
    let words = try state.wordIndex().nearestWords(to: word, isKnown: isKnown)
    guard words.count > 1 else { return words.first }
    let counted = try words.map { word in
      (isName: try isName(word) ? 1 : 0, count: try frequency(of: SearchWord(word, tokens: [word])), word: word)
    }
    return counted.max { ($0.isName, $0.count, $1.word) < ($1.isName, $1.count, $0.word) }?.word
  }

  /// Whether a word is a standard tag's name in English or the caller's language, or part of a maker's name.
  private func isName(_ word: String) throws -> Bool {
    let index = try state.wordIndex()
    let tags = try lexicon.tags(named: word).tags.compactMap { try tag($0.identifier) }
    if tags.contains(where: { tag in tag.displayNames.contains { rules.words(of: $0).joined() == word } }) {
      return true
    }
    return try index.hits(of: SearchWord(word, tokens: [word]), to: .exact, in: .strong).contains { $0.field == .maker }
  }

  private func isKnown(_ word: String) throws -> Bool {
    guard let ofRoots = try state.catalog.ofRoots() else { return true }
    if try frequency(of: SearchWord(word, tokens: [word])) > 0 { return true }
    return try lexicon.tags(named: word).tags.contains { found in
      guard let tag = try state.catalog.standardTag(found.identifier) else { return false }
      return try state.catalog.components(withTag: tag).union.intersectionCount(ofRoots) > 0
    }
  }
}
