internal import SQLite

/// Reads and writes the table `word_block`.
struct WordBlockWriter {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// A block of components.
  struct Block {
    /// The number of its postings, and the sum of their checksums.
    var postings: (count: Int64, sum: Int64) = (0, 0)
    var features = FeatureBlock()
  }

  /// The block with a number; an empty one if there is none.
  ///
  /// - Throws: ``WordIndexDamaged`` if it differs from what was written.
  func read(_ number: Int64) throws -> Block {
    let rows = try connection.rows(
      "SELECT postings, sum, checksum, features FROM word_block WHERE block = ?", [Value(number)])
    var block = Block()
    guard let row = try rows.next() else { return block }
    block.postings = (try row.rowID("postings"), try row.rowID("sum"))
    guard case .blob(let bytes) = row.value(at: 3),
      PostingBlock.checksum(word: 0, place: 0, block: number, bytes) == (try row.rowID("checksum"))
    else { throw WordIndexDamaged() }
    block.features = FeatureBlock(bytes)
    return block
  }

  func write(_ number: Int64, _ block: Block) throws {
    let features = block.features.bytes
    // SAFETY: The buffer is used only during the call.
    let checksum = features.withUnsafeBytes { PostingBlock.checksum(word: 0, place: 0, block: number, $0) }
    try connection.run(
      "INSERT OR REPLACE INTO word_block (block, postings, sum, checksum, features) VALUES (?, ?, ?, ?, ?)",
      [Value(number), Value(block.postings.count), Value(block.postings.sum), Value(checksum), .blob(features)])
  }
}
