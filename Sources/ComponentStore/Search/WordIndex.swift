internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Reads the index of words in one state of the catalog and the user store.
///
/// What it finds does not depend on the caller's directories, but for the names of presets.
final class WordIndex {
  let connection: Connection
  let catalog: CatalogCache
  private let userStore: UserStoreCache
  /// The names of standard tags in all languages.
  let aliases: AliasReader
  private var listedWords: WordList?
  private var tagWords: [TagWords]?
  private var userTagWords: [TagWords]?
  private var blockFeatures: [Int64: [UInt8]] = [:]
  private var found: [SearchWord: ComponentSet] = [:]
  private var frequencies: [String: Int] = [:]

  /// How many words' sets are kept.
  private static let foundLimit = 32

  init(_ connection: Connection, catalog: CatalogCache, userStore: UserStoreCache) {
    self.connection = connection
    self.catalog = catalog
    self.userStore = userStore
    aliases = AliasReader(connection)
  }

  private var rules: any TextRules { catalog.view.rules }

  /// The error of an index that is not as it was written.
  static func damage(_ connection: Connection) -> SQLiteError {
    SQLiteError(.corrupt, "its index of words is damaged", path: connection.path)
  }

  // MARK: Components

  /// The components that have a word, as `SearchWord` says, tags included.
  func components(with word: SearchWord) throws -> ComponentSet {
    if let set = found[word] { return set }
    if word.tokens.isEmpty { return try word.isEmpty ? catalog.all() : ComponentSet() }
    let set = try union(of: word)
    if found.count >= Self.foundLimit { found.removeAll(keepingCapacity: true) }
    found[word] = set
    return set
  }

  private func union(of word: SearchWord) throws -> ComponentSet {
    var union = try tagged(word)
    for hit in try hits(of: word) { union.formUnion(hit.rows) }
    return union
  }

  /// Where a word is found, but for tags: the components by field and by how it is found. A component may be in several.
  func hits(of word: SearchWord) throws -> [WordHit] {
    var hits = HitGroups()
    guard !word.tokens.isEmpty else { return [] }
    for (id, text) in try matchingWords(word) { try add(id, text, word, to: &hits) }
    try verifyForeign(word, &hits)
    if word.tokens.count > 1 { try PhraseSearch(index: self, word: word).add(to: &hits) }
    return hits.all
  }

  /// The components with a tag that has a word in one of its names.
  func tagged(_ word: SearchWord) throws -> ComponentSet {
    var union = ComponentSet()
    let tags = try catalog.tags()
    let words = try wordsOfTags()
    for row in tags where word.matches(words[row.position]) {
      union.formUnion(try catalog.components(withTag: row).union)
    }
    let userTags = try userStore.tags()
    let userWords = try wordsOfUserTags()
    for row in userTags where word.matches(userWords[row.position]) {
      union.formUnion(try userStore.components(with: row.id))
    }
    return union
  }

  private func wordsOfTags() throws -> [TagWords] {
    if let tagWords { return tagWords }
    let words = try catalog.tags().map { TagWords($0.tag, rules: rules) }
    tagWords = words
    return words
  }

  private func wordsOfUserTags() throws -> [TagWords] {
    if let userTagWords { return userTagWords }
    let words = try userStore.tags().map { TagWords($0.tag, rules: rules) }
    userTagWords = words
    return words
  }

  // MARK: Words

  typealias Found = (id: Int64, text: String)

  /// The words of the catalog in which a word is found in some field.
  private func matchingWords(_ word: SearchWord) throws -> [Found] {
    var words = try self.words(from: word.squeezed)
    guard word.isLong, word.tokens.count == 1 else { return words }
    var known = Set(words.map(\.id))
    for other in try forms(of: word) + (try list().words(containing: word.squeezed, .strong)) {
      if known.insert(other.id).inserted { words.append(other) }
    }
    return words
  }

  /// The words that begin with a text.
  func words(from text: String) throws -> [Found] {
    try words("SELECT id, text FROM word WHERE text >= ? AND text < ?", [Value(text), Value(text + "\u{10FFFF}")])
  }

  /// The word that is a text; nothing if there is none.
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
    var words: [Found] = []
    while let row = try rows.next() { words.append((id: try row.rowID("id"), text: try row.text("text"))) }
    return words
  }

  // MARK: Postings

  /// Adds the components that have a word of the catalog in a place where the searched one is found in it.
  private func add(_ id: Int64, _ text: String, _ word: SearchWord, to hits: inout HitGroups) throws {
    try readPostings(of: id) { posting in
      let match = word.match(text, at: posting.place.place, of: posting.place.field)
      return match.map { hits.insert(posting, $0) } ?? true
    }
  }

  /// Passes each posting of a word to `body`, which returns false if it can't be read.
  func readPostings(of word: Int64, _ body: (Posting) throws -> Bool) throws {
    let rows = try connection.rows("SELECT place, block, checksum, rows FROM posting WHERE word = ?", [Value(word)])
    while let row = try rows.next() {
      let (place, block) = (try row.rowID("place"), try row.rowID("block"))
      guard case .blob(let bytes) = row.value(at: 3), PostingPlace.all.indices.contains(Int(place)),
        (0..<ComponentSet.rows.upperBound >> PostingBlock.shift).contains(block),
        PostingBlock.checksum(word: word, place: place, block: block, bytes) == (try row.rowID("checksum")),
        try body(Posting(place: PostingPlace.all[Int(place)], block: block, bytes: bytes))
      else { throw Self.damage(connection) }
    }
  }

  /// Leaves of the components with presets of several bundles those whose presets the caller sees.
  private func verifyForeign(_ word: SearchWord, _ hits: inout HitGroups) throws {
    let texts = StoredTexts(connection)
    try hits.filterForeign { row in
      guard let own = try texts.own(of: row) else { return false }
      let presets = try texts.presets(of: own.uri, catalog.visibility)
      return word.matches(FieldWords(presets, of: .preset, rules: rules), of: .preset)
    }
  }

  /// The components with a word that contains a text in a field, where it is no joined one.
  func components(withWordsContaining text: String, in field: WordField) throws -> ComponentSet {
    var union = ComponentSet()
    for word in try list().words(containing: text, .all) {
      try readPostings(of: word.id) { posting in
        guard posting.place.field == field, !posting.place.place.isJoined else { return true }
        return union.insert(posting.bytes, block: posting.block)
      }
    }
    return union
  }

  /// The words that are no joined ones.
  private func list() throws -> WordList {
    if let listedWords { return listedWords }
    let list = try WordList(connection)
    listedWords = list
    return list
  }

  // MARK: For the rewriting of words

  /// How many components have the word or a form of it in a strong field.
  func frequency(of word: SearchWord) throws -> Int {
    if let known = frequencies[word.squeezed] { return known }
    var union = ComponentSet()
    for (id, text) in try forms(of: word) + words(equal: word.squeezed) {
      try readPostings(of: id) { posting in
        let match = word.match(text, at: posting.place.place, of: posting.place.field)
        guard posting.place.field.isStrong, let match, match <= .joined else { return true }
        return union.insert(posting.bytes, block: posting.block)
      }
    }
    let count = union.count
    frequencies[word.squeezed] = count
    return count
  }

  /// How many words a component's name has, and how many system tags it has; at most 255 of each.
  func features(of row: Int64) throws -> (nameWords: Int, tags: Int) {
    let (block, offset) = PostingBlock.position(of: row)
    let bytes = try blockFeatures[block] ?? readFeatures(block)
    guard offset * 2 + 1 < bytes.count else { return (0, 0) }
    return (Int(bytes[offset * 2]), Int(bytes[offset * 2 + 1]))
  }

  private func readFeatures(_ block: Int64) throws -> [UInt8] {
    var features: [UInt8] = []
    let rows = try connection.rows("SELECT checksum, features FROM word_block WHERE block = ?", [Value(block)])
    if let row = try rows.next() {
      guard case .blob(let bytes) = row.value(at: 1),
        PostingBlock.checksum(word: 0, place: 0, block: block, bytes) == (try row.rowID("checksum"))
      else { throw Self.damage(connection) }
      features = Array(bytes)
    }
    blockFeatures[block] = features
    return features
  }

  /// The word of a name, maker, class or URI, or the name of a standard tag, that is spelt most like a word; nil if none
  /// is near: 1 letter of less than 6 may be wrong, 2 of less than 9, 3 of more. Among equally near words, those with the
  /// same first letter go first, then the more frequent.
  ///
  /// - Parameter word: folded.
  func nearest(to word: String) throws -> String? {
    var best = try list().nearest(to: word)
    try aliases.forEachName { best.consider($0) }
    guard best.words.count > 1 else { return best.words.first }
    let counted = try best.words.map { (count: try frequency(of: SearchWord($0, tokens: [$0])), word: $0) }
    return counted.max { ($0.count, $1.word) < ($1.count, $0.word) }?.word
  }
}
