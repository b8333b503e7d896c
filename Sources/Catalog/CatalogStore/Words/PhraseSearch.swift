internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Finds several words that a text has in succession, however it divides them: first the components with words that can
/// make up the phrase, then those of them whose texts contain it.
struct PhraseSearch {
  let index: WordIndex
  let word: SearchWord

  /// Maximum length of the beginning of a phrase that selects candidates. They are then compared with the whole phrase.
  private static let longest = 64

  /// Adds the components with successive words that begin with the phrase. Those with a single such word are among the
  /// hits already.
  func add(to hits: inout HitGroups, in fields: FieldScope) throws {
    for (field, candidates) in zip(WordField.allCases, try candidates()) where fields.has(field) {
      var rest = candidates
      rest.subtract(hits.components(of: field))
      let passing = try rest.rows().filter { try passes($0, field) }
      if !passing.isEmpty { hits.insert(ComponentSet(passing), field: field, match: .joined) }
    }
  }

  private func passes(_ row: Int64, _ field: WordField) throws -> Bool {
    let texts = try StoredTexts(connection: index.connection).texts(of: row, field, index.cache.visibility)
    return word.matches(FieldWords(texts, of: field, rules: index.cache.rules), of: field)
  }

  /// The components that have words that can make up the phrase, by field.
  ///
  /// Words that make up the beginning of the phrase are continued by further words; the last one may be longer than the
  /// rest of the phrase.
  private func candidates() throws -> [ComponentSet] {
    let letters = Array(word.squeezed.unicodeScalars.prefix(Self.longest))
    let isWhole = letters.count == word.squeezed.unicodeScalars.count
    // Empty where nothing ends; where words begin the phrase, one set for each field.
    var reached: [[ComponentSet]] = Array(repeating: [], count: letters.count + 1)
    var found = WordField.allCases.map { _ in ComponentSet() }
    for start in letters.indices {
      guard start == 0 || !reached[start].isEmpty else { continue }
      for end in start + 1...letters.count {
        let isEnd = end == letters.count
        let text = String(String.UnicodeScalarView(letters[start..<end]))
        // Words that begin with the whole phrase are among the hits already.
        if isEnd, isWhole, start == 0 { continue }
        let words = try isEnd ? index.words(from: text) : index.words(equal: text)
        guard !words.isEmpty else { continue }
        var sets = try components(words)
        if start > 0 {
          for field in sets.indices { sets[field].formIntersection(reached[start][field]) }
        }
        guard sets.contains(where: { !$0.isEmpty }) else { continue }
        if isEnd {
          Self.add(sets, to: &found)
        } else if reached[end].isEmpty {
          reached[end] = sets
        } else {
          Self.add(sets, to: &reached[end])
        }
      }
    }
    return found
  }

  private static func add(_ sets: [ComponentSet], to others: inout [ComponentSet]) {
    for field in sets.indices { others[field].formUnion(sets[field]) }
  }

  /// The components that have any of some words, by field.
  private func components(_ words: [WordIndex.Found]) throws -> [ComponentSet] {
    var sets = WordField.allCases.map { _ in ComponentSet() }
    for word in words {
      try index.readPostings(of: word.id) { posting in
        posting.place.place.isJoined || sets[posting.place.field.rawValue].insert(posting.bytes)
      }
    }
    return sets
  }
}
