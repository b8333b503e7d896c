internal import ComponentModel
internal import ComponentQuery

/// How words are meant to be spelt.
extension CatalogWords {
  /// The kinds of match that a word has which is a word of its field.
  private static let kindsOfWords: [WordMatch] = [.whole, .start, .exact, .joined]

  /// See `WordKnowledge`.
  func meant(by word: SearchWord) throws -> String? {
    let index = try state.wordIndex()
    // First what costs least: nearly all words are found as they are.
    guard !Stem.isInflected(word.squeezed), try !index.hits(of: word).contains(where: Self.isWord),
      try !index.hasWord(from: word.squeezed), let other = try nearest(to: word.squeezed)
    else { return nil }
    return areOneEditApart(word.squeezed, other) ? other : nil
  }

  /// See `WordKnowledge`.
  func nearestName(to word: String, beside kind: SearchWord) throws -> String? {
    let index = try state.wordIndex()
    let spelling = Spelling(word)
    var found: Set<String> = []
    func consider(_ bytes: ArraySlice<UInt8>) throws {
      guard bytes.count >= word.utf8.count, spelling.isPossible(bytes, within: 1) else { return }
      let other = String(decoding: bytes, as: UTF8.self)
      guard spelling.distance(to: other, atMost: 1) != nil, isSwappedOrLonger(word, other), try index.isName(other),
        try isStrong(SearchWord(other, tokens: [other]), beside: kind)
      else { return }
      found.insert(other)
    }
    try index.cache.list().forEachStrongWord(consider)
    try index.aliases.forEachName(consider)
    return found.count == 1 ? found.first : nil
  }

  private func isSwappedOrLonger(_ word: String, _ other: String) -> Bool {
    word.utf8.count < other.utf8.count || word.utf8.sorted() == other.utf8.sorted()
  }

  private static func isWord(_ hit: WordHit) -> Bool { kindsOfWords.contains(hit.kind) }

  /// The most components whose names are looked at.
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
    let tags = try state.wordIndex().aliases.tags(named: word)
    let ofTags = tags.areExact ? try tags.identifiers.compactMap(tag).flatMap(\.displayNames) : []
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
}
