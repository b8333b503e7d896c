internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Writes changes into the index of words.
struct PostingWriter {
  private let connection: Connection
  private var list: WordListWriter
  /// The last numbers that were assigned; nil before the first.
  private var lastNumbers: (joined: Int64, other: Int64)?

  init(_ connection: Connection) {
    self.connection = connection
    list = WordListWriter(connection)
  }

  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/corrupt`` if the index lacks what a component has lost.
  func writeChanges(_ changes: PostingChanges) throws {
    var writer = self
    try writer.writeAll(changes)
  }

  private mutating func writeAll(_ changes: PostingChanges) throws {
    // The words are written in order, so that the same bundles give the same file, and words with a common beginning
    // are adjacent.
    for (text, components) in changes.words.sorted(by: { $0.key < $1.key }) { try writeWord(text, components) }
    try list.finish()
    try writeFeatures(changes.features)
  }

  // MARK: Words

  private mutating func writeWord(_ text: String, _ components: [PostingChanges.Change]) throws {
    let gained = components.reduce(0) { $0 | $1.gained }
    let known = try connection.number("SELECT id FROM word WHERE text = ?", [Value(text)])
    guard let word = try known ?? insert(text, gained) else { return }
    try Self.forEachBlock(of: components) { number, same in
      try writePostings(same, word: word, block: number, isNew: known == nil)
    }
    if gained & PostingPlace.unjoined != 0 {
      list.insert(text, word, isStrong: gained & PostingPlace.unjoinedStrong != 0, isNew: known == nil)
    }
    if components.contains(where: { $0.lost != 0 }) { try removeIfUnused(text, word) }
  }

  /// - Returns: nil if there is nothing to insert.
  private mutating func insert(_ text: String, _ gained: UInt16) throws -> Int64? {
    guard gained != 0 else { return nil }
    let stem = Stem.of(text)
    let word = try nextNumber(isJoined: gained & PostingPlace.unjoined == 0)
    try connection.run(
      "INSERT INTO word (id, text, stem) VALUES (?, ?, ?)",
      [Value(word), Value(text), stem == text ? .null : Value(stem)])
    return word
  }

  /// A number that no word has. Joined words have negative numbers, which keeps the list of the others dense.
  private mutating func nextNumber(isJoined: Bool) throws -> Int64 {
    let last =
      try lastNumbers
      ?? (
        joined: min(0, connection.number("SELECT min(id) FROM word") ?? 0),
        other: max(0, connection.number("SELECT max(id) FROM word") ?? 0)
      )
    // No sound index comes near these numbers.
    guard last.joined > .min, last.other < .max else { throw WordIndex.damage(connection) }
    let next = isJoined ? (joined: last.joined - 1, other: last.other) : (joined: last.joined, other: last.other + 1)
    lastNumbers = next
    return isJoined ? next.joined : next.other
  }

  private mutating func removeIfUnused(_ text: String, _ word: Int64) throws {
    let places = try connection.numbers("SELECT DISTINCT place FROM posting WHERE word = ?", [Value(word)])
    let bits = places.reduce(0) { $0 | UInt16(1) << UInt16(clamping: $1) }
    list.replace(
      text, word, isListed: bits & PostingPlace.unjoined != 0, isStrong: bits & PostingPlace.unjoinedStrong != 0)
    guard places.isEmpty else { return }
    try connection.run("DELETE FROM word WHERE id = ?", [Value(word)])
  }

  // MARK: Postings

  /// Writes which components of one block have gained or lost a word.
  private mutating func writePostings(
    _ components: ArraySlice<PostingChanges.Change>, word: Int64, block number: Int64, isNew: Bool
  ) throws {
    var places = components.reduce(0) { $0 | $1.gained | $1.lost }
    while places != 0 {
      let place = places.trailingZeroBitCount
      places &= places - 1
      try writePosting(components, word: word, place: Int64(place), block: number, isNew: isNew)
    }
  }

  private mutating func writePosting(
    _ components: ArraySlice<PostingChanges.Change>, word: Int64, place: Int64, block number: Int64, isNew: Bool
  ) throws {
    let bit = UInt16(1) << UInt16(place)
    var (gained, lost): ([UInt16], [UInt16]) = ([], [])
    for component in components {
      let offset = UInt16(PostingBlock.position(of: component.row).offset)
      if component.gained & bit != 0 { gained.append(offset) }
      if component.lost & bit != 0 { lost.append(offset) }
    }
    let former = isNew ? nil : try read(word: word, place: place, block: number)
    var block = former ?? PostingBlock()
    guard block.change(gained: gained, lost: lost) else { throw WordIndex.damage(connection) }
    try writeBlock(block, word: word, place: place, number: number, isNew: former == nil)
  }

  private mutating func writeBlock(
    _ block: PostingBlock, word: Int64, place: Int64, number: Int64, isNew: Bool
  ) throws {
    if block.offsets.isEmpty {
      return try connection.run(
        "DELETE FROM posting WHERE word = ? AND place = ? AND block = ?", [Value(word), Value(place), Value(number)])
    }
    try connection.run(
      isNew
        ? "INSERT INTO posting (word, place, block, rows) VALUES (?, ?, ?, ?)"
        : "UPDATE posting SET rows = ?4 WHERE word = ?1 AND place = ?2 AND block = ?3",
      [Value(word), Value(place), Value(number), .blob(block.bytes)])
  }

  private func read(word: Int64, place: Int64, block number: Int64) throws -> PostingBlock? {
    let rows = try connection.rows(
      "SELECT rows FROM posting WHERE word = ? AND place = ? AND block = ?",
      [Value(word), Value(place), Value(number)])
    guard let row = try rows.next() else { return nil }
    guard case .blob(let bytes) = row.value(at: 0), let block = PostingBlock(bytes) else {
      throw WordIndex.damage(connection)
    }
    return block
  }

  // MARK: Blocks

  private func writeFeatures(_ features: [PostingChanges.Features]) throws {
    let blocks = WordBlockWriter(connection: connection)
    try Self.forEachBlock(of: features) { number, same in
      var block = try blocks.read(number)
      for one in same { block[PostingBlock.position(of: one.row).offset] = one.features }
      try blocks.writeBlock(number, block)
    }
  }

  /// Passes elements, which are in ascending order of rows, to `body` block by block.
  private static func forEachBlock<Element: PostingChanges.OfComponent>(
    of elements: [Element], _ body: (Int64, ArraySlice<Element>) throws -> Void
  ) rethrows {
    var rest = elements[...]
    while let first = rest.first {
      let number = PostingBlock.position(of: first.row).block
      let same = rest.prefix { PostingBlock.position(of: $0.row).block == number }
      rest = rest.dropFirst(same.count)
      try body(number, same)
    }
  }
}

/// Reads and writes the table `word_block`.
struct WordBlockWriter {
  let connection: Connection

  /// The features of a block's components; empty ones if there is no such block.
  func read(_ number: Int64) throws -> FeatureBlock {
    let rows = try connection.rows("SELECT features FROM word_block WHERE block = ?", [Value(number)])
    guard let row = try rows.next() else { return FeatureBlock() }
    guard case .blob(let bytes) = row.value(at: 0) else { throw WordIndex.damage(connection) }
    return FeatureBlock(bytes)
  }

  func writeBlock(_ number: Int64, _ features: FeatureBlock) throws {
    try connection.run(
      "INSERT OR REPLACE INTO word_block (block, features) VALUES (?, ?)", [Value(number), .blob(features.bytes)])
  }
}

/// The words that components have gained and lost in the index.
struct PostingChanges {
  /// A change or feature of one component.
  protocol OfComponent {
    var row: Int64 { get }
  }

  /// The places of a word that one component has gained or lost.
  struct Change: OfComponent {
    var row: Int64
    /// Places, as bits: see ``PostingPlace``.
    var gained: UInt16
    var lost: UInt16
  }

  /// The changes by word, in ascending order of rows.
  private(set) var words: [String: [Change]] = [:]
  /// The features that ranking uses, by component in ascending order of rows; empty ones for removed components.
  private(set) var features: [Features] = []

  /// The features of one component.
  struct Features: OfComponent {
    var row: Int64
    var features: ComponentFeatures
  }

  /// Adds a component that has changed. Its row must be greater than those before.
  mutating func add(_ row: Int64, from before: ComponentWords, to after: ComponentWords) {
    for (word, places) in after.places {
      let former = before.places[word] ?? 0
      if former != places { add(word, Change(row: row, gained: places & ~former, lost: former & ~places)) }
    }
    for (word, places) in before.places where after.places[word] == nil {
      add(word, Change(row: row, gained: 0, lost: places))
    }
    features.append(Features(row: row, features: after.features))
  }

  private mutating func add(_ word: String, _ change: Change) { words[word, default: []].append(change) }
}
