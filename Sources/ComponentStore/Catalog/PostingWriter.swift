internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Writes changes into the index of words.
struct PostingWriter {
  private let connection: Connection
  /// The change in the number of postings and in the sum of their checksums, by block.
  private var sums: [Int64: (count: Int64, sum: Int64)] = [:]
  private var list: WordListWriter
  /// The same of the words.
  private var wordSums: (count: Int64, sum: Int64) = (0, 0)

  init(_ connection: Connection) {
    self.connection = connection
    list = WordListWriter(connection)
  }

  /// - Throws: ``WordIndexDamaged`` if the index is not as it was written, or lacks what a component has lost.
  func write(_ changes: PostingChanges) throws {
    var writer = self
    try writer.writeAll(changes)
  }

  private mutating func writeAll(_ changes: PostingChanges) throws {
    // In order, so that the same bundles give the same file, and words with one beginning lie together.
    for (text, components) in changes.words.sorted(by: { $0.key < $1.key }) { try write(text, components) }
    try list.finish()
    try write(changes.features)
    if wordSums != (0, 0) {
      try connection.run(
        "UPDATE catalog SET word_count = word_count + ?, word_sum = ?",
        [Value(wordSums.count), Value(try wordSum() &+ wordSums.sum)])
    }
  }

  // SQLite's own sum of numbers may overflow.
  private func wordSum() throws -> Int64 { try connection.number("SELECT word_sum FROM catalog") ?? 0 }

  // MARK: Words

  private mutating func write(_ text: String, _ components: [PostingChanges.Change]) throws {
    let gained = components.reduce(0) { $0 | $1.gained }
    let lost = components.reduce(0) { $0 | $1.lost }
    let known = try connection.number("SELECT id FROM word WHERE text = ?", [Value(text)])
    guard let word = try known ?? insert(text, gained) else { return }
    for place in 0..<PostingPlace.all.count where (gained | lost) & 1 << place != 0 {
      try write(word, Int64(place), components, isNew: known == nil)
    }
    if gained & PostingPlace.unjoined != 0 {
      list.insert(text, word, isStrong: gained & PostingPlace.unjoinedStrong != 0, isNew: known == nil)
    }
    if lost != 0 { try removeIfUnused(text, word) }
  }

  /// - Returns: nil if nothing is to be inserted.
  private mutating func insert(_ text: String, _ gained: UInt16) throws -> Int64? {
    guard gained != 0 else { return nil }
    let stem = Stem.of(text)
    // Joined words have negative numbers, which keeps the list of the others dense.
    let isToken = gained & PostingPlace.unjoined != 0
    let next = isToken ? "max(ifnull(max(id), 0), 0) + 1" : "min(ifnull(min(id), 0), 0) - 1"
    try connection.run(
      "INSERT INTO word (id, text, stem) SELECT \(next), ?, ? FROM word",
      [Value(text), stem == text ? .null : Value(stem)])
    let word = connection.lastInsertedRow
    count(text, word, by: 1)
    return word
  }

  private mutating func count(_ text: String, _ word: Int64, by number: Int64) {
    wordSums.count += number
    wordSums.sum &+= number &* IndexChecksum.of(text, number: word)
  }

  private mutating func removeIfUnused(_ text: String, _ word: Int64) throws {
    let places = try connection.numbers("SELECT DISTINCT place FROM posting WHERE word = ?", [Value(word)])
    let bits = places.reduce(0) { $0 | UInt16(1) << UInt16(clamping: $1) }
    list.replace(
      text, word, isListed: bits & PostingPlace.unjoined != 0, isStrong: bits & PostingPlace.unjoinedStrong != 0)
    guard places.isEmpty else { return }
    try connection.run("DELETE FROM word WHERE id = ?", [Value(word)])
    count(text, word, by: -1)
  }

  // MARK: Postings

  private mutating func write(
    _ word: Int64, _ place: Int64, _ components: [PostingChanges.Change], isNew: Bool
  ) throws {
    let bit = UInt16(1) << UInt16(place)
    let changed = components.filter { ($0.gained | $0.lost) & bit != 0 }
    try Self.forEachBlock(of: changed, row: \.row) { number, same in
      try write(word, place, number, same, bit, isNew: isNew)
    }
  }

  private mutating func write(
    _ word: Int64, _ place: Int64, _ number: Int64, _ components: ArraySlice<PostingChanges.Change>, _ bit: UInt16,
    isNew: Bool
  ) throws {
    let former = isNew ? nil : try read(word, place, number)
    var block = former?.block ?? PostingBlock()
    func offsets(_ places: KeyPath<PostingChanges.Change, UInt16>) -> [UInt16] {
      components.filter { $0[keyPath: places] & bit != 0 }.map { UInt16(PostingBlock.position(of: $0.row).offset) }
    }
    guard block.change(gained: offsets(\.gained), lost: offsets(\.lost)) else {
      throw WordIndexDamaged()
    }
    if let former { add(-1, 0 &- former.checksum, to: number) }
    try write(block, word, place, number, isNew: former == nil)
  }

  private mutating func write(
    _ block: PostingBlock, _ word: Int64, _ place: Int64, _ number: Int64, isNew: Bool
  ) throws {
    let key = [Value(word), Value(place), Value(number)]
    if block.offsets.isEmpty {
      return try connection.run("DELETE FROM posting WHERE word = ? AND place = ? AND block = ?", key)
    }
    let bytes = block.bytes
    let checksum = bytes.withUnsafeBytes { PostingBlock.checksum(word: word, place: place, block: number, $0) }
    try connection.run(
      isNew
        ? "INSERT INTO posting (word, place, block, checksum, rows) VALUES (?, ?, ?, ?, ?)"
        : "UPDATE posting SET checksum = ?4, rows = ?5 WHERE word = ?1 AND place = ?2 AND block = ?3",
      key + [Value(checksum), .blob(bytes)])
    add(1, checksum, to: number)
  }

  private mutating func add(_ count: Int64, _ sum: Int64, to number: Int64) {
    let before = sums[number] ?? (0, 0)
    sums[number] = (before.count + count, before.sum &+ sum)
  }

  private func read(_ word: Int64, _ place: Int64, _ number: Int64) throws -> (block: PostingBlock, checksum: Int64)? {
    let rows = try connection.rows(
      "SELECT checksum, rows FROM posting WHERE word = ? AND place = ? AND block = ?",
      [Value(word), Value(place), Value(number)])
    guard let row = try rows.next() else { return nil }
    let checksum = try row.rowID("checksum")
    guard case .blob(let bytes) = row.value(at: 1), let block = PostingBlock(bytes),
      PostingBlock.checksum(word: word, place: place, block: number, bytes) == checksum
    else { throw WordIndexDamaged() }
    return (block, checksum)
  }

  // MARK: Blocks

  private mutating func write(_ features: [PostingChanges.Features]) throws {
    try Self.forEachBlock(of: features, row: \.row) { number, same in
      try write(number) { block in
        for one in same {
          block.set(PostingBlock.position(of: one.row).offset, nameWords: one.nameWords, tags: one.tags)
        }
      }
    }
    // Blocks of which only postings changed.
    for number in sums.keys.sorted() { try write(number) { _ in } }
  }

  private mutating func write(_ number: Int64, _ change: (inout WordBlockWriter.Block) -> Void) throws {
    let blocks = WordBlockWriter(connection)
    var block = try blocks.read(number)
    let sum = sums.removeValue(forKey: number) ?? (0, 0)
    block.postings = (block.postings.count &+ sum.count, block.postings.sum &+ sum.sum)
    change(&block)
    try blocks.write(number, block)
  }

  /// Passes elements to `body` by blocks, both in ascending order.
  private static func forEachBlock<Element>(
    of elements: [Element], row: KeyPath<Element, Int64>, _ body: (Int64, ArraySlice<Element>) throws -> Void
  ) rethrows {
    var rest = elements.sorted { $0[keyPath: row] < $1[keyPath: row] }[...]
    while let first = rest.first {
      let number = PostingBlock.position(of: first[keyPath: row]).block
      let same = rest.prefix { PostingBlock.position(of: $0[keyPath: row]).block == number }
      rest = rest.dropFirst(same.count)
      try body(number, same)
    }
  }
}
