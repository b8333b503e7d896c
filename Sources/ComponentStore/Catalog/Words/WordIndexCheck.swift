internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Verifies the index of words, the names of tags and the lexicon against their checksums.
///
/// All of them can be rebuilt: see ``discard(_:)``.
struct WordIndexCheck {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// What is wrong; nil if the index is sound.
  func problem() throws -> String? {
    let isIndexed = try connection.texts("SELECT word_rules FROM catalog").first != ""
    if try isIndexed && !(wordsAreSound() && postingsAreSound() && listIsSound()) {
      return "its index of words is damaged"
    }
    return try aliasesAreSound() && lexiconIsSound() ? nil : "its names of tags or its search phrases are damaged"
  }

  /// Invalidates everything that is verified here: the next scan rebuilds it.
  static func discard(_ connection: Connection) throws {
    try WordWriter.discard(connection)
    try connection.execute("UPDATE catalog SET alias_rules = '', lexicon_rules = ''")
  }

  private func wordsAreSound() throws -> Bool {
    var (count, sum): (Int64, Int64) = (0, 0)
    let rows = try connection.rows("SELECT id, text, stem FROM word")
    while let row = try rows.next() {
      let text = try row.text("text")
      let stem = Stem.of(text)
      guard try row.optionalText("stem") == (stem == text ? nil : stem) else { return false }
      count += 1
      sum &+= IndexChecksum.of(text, number: try row.rowID("id"))
    }
    let stored = try connection.rows("SELECT word_count, word_sum FROM catalog")
    guard let row = try stored.next() else { return false }
    return try row.rowID("word_count") == count && row.rowID("word_sum") == sum
  }

  private func postingsAreSound() throws -> Bool {
    var sums: [Int64: (count: Int64, sum: Int64)] = [:]
    let rows = try connection.rows("SELECT word, place, block, checksum, rows FROM posting")
    while let row = try rows.next() {
      let (block, checksum) = (try row.rowID("block"), try row.rowID("checksum"))
      let (word, place) = (try row.rowID("word"), try row.rowID("place"))
      guard case .blob(let bytes) = row.value(at: 4),
        PostingBlock.checksum(word: word, place: place, block: block, bytes) == checksum
      else { return false }
      let before = sums[block] ?? (0, 0)
      sums[block] = (before.count + 1, before.sum &+ checksum)
    }
    let blocks = try connection.rows("SELECT block, postings, sum, checksum, features FROM word_block")
    while let row = try blocks.next() {
      let block = try row.rowID("block")
      let found = sums.removeValue(forKey: block) ?? (0, 0)
      guard try row.rowID("postings") == found.count, try row.rowID("sum") == found.sum,
        case .blob(let bytes) = row.value(at: 4),
        PostingBlock.checksum(word: 0, place: 0, block: block, bytes) == (try row.rowID("checksum"))
      else { return false }
    }
    return sums.isEmpty
  }

  /// Whether the list has exactly the words with a posting in some of its places.
  private func listIsSound() throws -> Bool {
    do {
      let list = try WordList(connection)
      return try isSame(list.words(.all), PostingPlace.unjoined)
        && isSame(list.words(.strong), PostingPlace.unjoinedStrong)
    } catch let error as SQLiteError where error.isDamage {
      return false
    }
  }

  /// Whether these are all words with a posting in some places.
  private func isSame(_ listed: [WordIndex.Found], _ bits: UInt16) throws -> Bool {
    let places = (0..<PostingPlace.all.count).filter { bits & 1 << $0 != 0 }.map(String.init)
    let rows = try connection.rows(
      """
      SELECT id, text FROM word
      WHERE EXISTS (SELECT 1 FROM posting WHERE word = id AND place IN (\(places.joined(separator: ", ")))) ORDER BY id
      """)
    var rest = listed[...]
    while let row = try rows.next() {
      guard let next = rest.popFirst(), try next.id == row.rowID("id"), try next.text == row.text("text") else {
        return false
      }
    }
    return rest.isEmpty
  }

  private func aliasesAreSound() throws -> Bool {
    let rows = try connection.rows("SELECT beginning, checksum, names FROM tag_alias")
    var count: Int64 = 0
    while let row = try rows.next() {
      let checksum = IndexChecksum.of(try row.text("beginning"), try row.text("names"))
      guard try row.rowID("checksum") == checksum else { return false }
      count += 1
    }
    return try connection.number("SELECT alias_count FROM catalog") == count
  }
  private func lexiconIsSound() throws -> Bool {
    let rows = try connection.rows("SELECT kind, key, value, checksum FROM lexicon")
    var count: Int64 = 0
    while let row = try rows.next() {
      let checksum = IndexChecksum.of(try row.text("kind"), try row.text("key"), try row.text("value"))
      guard try row.rowID("checksum") == checksum else { return false }
      count += 1
    }
    return try connection.number("SELECT lexicon_count FROM catalog") == count
  }
}
