internal import StoreFiles
internal import ComponentModel
package import ComponentQuery
internal import Lexicon
internal import SQLite

/// Reads the index of words in one state of the catalog.
///
/// Only its results for preset names, and those for ranking and correcting words, depend on the caller's directories.
package struct WordIndex {
  /// The rows that have been read from it.
  package let cache: WordCache

  /// The index that a cache belongs to.
  package init(_ cache: WordCache) { self.cache = cache }

  var connection: Connection { cache.connection }

  /// The error for an index with content that no scan has written.
  static func damage(_ connection: Connection) -> SQLiteError {
    SQLiteError(.corrupt, "its index of words is damaged", path: connection.path)
  }

  // MARK: Components

  /// Where a word is found, except in tags: components by field and kind of match, the best first, some of them in
  /// several groups.
  ///
  /// - Parameters:
  ///   - worst: the worst kind of match to accept. Words that contain the word take longer to find than all others.
  ///   - fields: where to look. Presets of several bundles take a long time.
  package func hits(of word: SearchWord, to worst: WordMatch = .infix, in fields: FieldScope = .all) throws -> [WordHit]
  {
    guard !word.tokens.isEmpty else { return [] }
    return try cache.hits(of: word, to: worst, in: fields) { try findHits(of: word, to: worst, in: fields) }
  }

  private func findHits(of word: SearchWord, to worst: WordMatch, in fields: FieldScope) throws -> [WordHit] {
    var groups = HitGroups()
    for (id, text) in try matchingWords(word, to: worst) {
      try add(id, text: text, word: word, in: fields, to: &groups)
    }
    if fields == .all {
      // A component may have presets of several bundles; only those that the caller sees count.
      try groups.moveForeign { row in word.match(try cache.presetWords(of: row), of: .preset) }
    }
    if word.tokens.count > 1 { try PhraseSearch(index: self, word: word).add(to: &groups, in: fields) }
    return groups.hits.filter { $0.kind <= worst }
  }

  // MARK: Words

  typealias Found = (id: Int64, text: String)

  /// The words of the catalog that match a word in some field.
  private func matchingWords(_ word: SearchWord, to worst: WordMatch) throws -> [Found] {
    let isSingle = word.tokens.count == 1
    var words = try isSingle && worst < .prefix ? words(equal: word.squeezed) : words(from: word.squeezed)
    guard word.isLong, isSingle else { return words }
    var known = Set(words.map(\.id))
    let parts = try worst < .infix ? [] : self.words(containing: word.squeezed, .strong)
    for other in try forms(of: word) + parts where known.insert(other.id).inserted { words.append(other) }
    return words
  }

  /// The words that contain a text, except for joined ones.
  private func words(containing text: String, _ scope: WordList.Scope) throws -> [Found] {
    let texts = try cache.list().words(containing: text, scope)
    if texts.isEmpty { return [] }
    return try words("SELECT id, text FROM word WHERE text IN (SELECT value FROM json_each(?))", [Value(list: texts)])
  }

  /// The words with a prefix.
  func words(from text: String) throws -> [Found] {
    try words("SELECT id, text FROM word WHERE text >= ? AND text < ?", [Value(text), Value(text + "\u{10FFFF}")])
  }

  /// The word equal to a text, if any.
  func words(equal text: String) throws -> [Found] {
    try words("SELECT id, text FROM word WHERE text = ?", [Value(text)])
  }

  /// The words with the stem of a word.
  private func forms(of word: SearchWord) throws -> [Found] {
    if let beginning = Stem.commonBeginning(word.squeezed) {
      return try words(from: beginning).filter { Stem.isShared($0.text, word.squeezed) }
    }
    return try words(
      "SELECT id, text FROM word WHERE stem = ?1 UNION ALL SELECT id, text FROM word WHERE text = ?1 AND stem IS NULL",
      [Value(word.stem)])
  }

  private func words(_ sql: String, _ values: [Value]) throws -> [Found] {
    let rows = try connection.rows(sql, values)
    var found: [Found] = []
    while let row = try rows.next() { found.append((id: try row.rowID("id"), text: try row.text("text"))) }
    return found
  }

  // MARK: Postings

  /// Adds the components that have a word of the catalog in a place where it matches the searched one.
  private func add(
    _ id: Int64, text: String, word: SearchWord, in fields: FieldScope, to hits: inout HitGroups
  ) throws {
    try readPostings(of: id) { posting in
      guard fields.has(posting.place.field) else { return true }
      let match = word.match(text, at: posting.place.place, of: posting.place.field)
      return match.map { hits.insert(posting, $0) } ?? true
    }
  }

  /// Passes each posting of a word to `body`, which returns false if it can't be read.
  func readPostings(of word: Int64, _ body: (Posting) throws -> Bool) throws {
    let rows = try connection.rows("SELECT place, rows FROM posting WHERE word = ?", [Value(word)])
    while let row = try rows.next() {
      let place = try row.rowID("place")
      guard case .blob(let bytes) = row.value(at: 1), PostingPlace.all.indices.contains(Int(place)),
        try body(Posting(place: PostingPlace.all[Int(place)], bytes: bytes))
      else { throw Self.damage(connection) }
    }
  }

  /// The components that have, in a field, a word that contains a text; joined words don't count.
  package func components(withWordsContaining text: String, in field: WordField) throws -> ComponentSet {
    var union = ComponentSet()
    for word in try words(containing: text, .all) {
      try readPostings(of: word.id) { posting in
        guard posting.place.field == field, !posting.place.place.isJoined else { return true }
        return union.insert(posting.bytes)
      }
    }
    return union
  }

  // MARK: For the rewriting of words

  /// The number of components that have the word or a form of it in a strong field.
  ///
  /// - Parameter roots: gives the components that count; nil for all.
  package func frequency(of word: SearchWord, among roots: () throws -> ComponentSet?) throws -> Int {
    try cache.frequency(of: word.squeezed) {
      var union = ComponentSet()
      for (id, text) in try forms(of: word) + words(equal: word.squeezed) {
        try readPostings(of: id) { posting in
          let match = word.match(text, at: posting.place.place, of: posting.place.field)
          guard posting.place.field.isStrong, let match, match <= .joined else { return true }
          return union.insert(posting.bytes)
        }
      }
      return try roots().map { union.intersectionCount($0) } ?? union.count
    }
  }

  /// Whether a word of a name, maker, class or URI begins with a text or equals it.
  package func hasStrongWord(from text: String) throws -> Bool {
    try connection.number(
      "SELECT EXISTS (SELECT 1 FROM word WHERE text >= ? AND text < ? AND places & ?)",
      [Value(text), Value(text + "\u{10FFFF}"), Value(Int64(PostingPlace.unjoinedStrong))]) == 1
  }

  /// The words of names, makers, classes and URIs, and names of standard tags, nearest to a word in spelling, as
  /// ``Spelling`` defines it; among equally near ones, those with the same first letter.
  ///
  /// - Parameter isKnown: decides whether to accept a word.
  package func nearestWords(to word: String, isKnown: @escaping (String) throws -> Bool) throws -> [String] {
    var best = NearestWords(to: word, isKnown: isKnown)
    try cache.list().forEachStrongWord { try best.consider($0) }
    for name in Lines(Lexicon.names) { try best.consider(name) }
    return best.words
  }

  /// Passes to `body` the words that ``nearestWords(to:isKnown:)`` considers, if they may have one wrong letter,
  /// judging by their bytes.
  package func forEachWord(oneLetterFrom spelling: Spelling, _ body: (String) throws -> Void) throws {
    func consider(_ bytes: ArraySlice<UInt8>) throws {
      if spelling.isPossible(bytes, within: 1) { try body(String(decoding: bytes, as: UTF8.self)) }
    }
    try cache.list().forEachStrongWord(consider)
    for name in Lines(Lexicon.names) { try consider(name) }
  }

  /// Passes to `body` the bytes of each word of a field, and of each name of a standard tag, joined into one word.
  package func forEachWordAndName(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try cache.list().forEachWord(body)
    for name in Lines(Lexicon.names) { try body(name) }
  }
}

/// The fields in which to look for words.
package enum FieldScope: Hashable {
  /// Names, manufacturers, classes and URIs.
  case strong
  /// Words of every field.
  case all

  /// Whether a field is included.
  func has(_ field: WordField) -> Bool { self == .all || field.isStrong }
}
