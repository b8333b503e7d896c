internal import SQLite

/// Reads and writes the table `word_block`.
struct WordBlockWriter {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The features of a block's components; empty ones if there is no such block.
  func read(_ number: Int64) throws -> FeatureBlock {
    let rows = try connection.rows("SELECT features FROM word_block WHERE block = ?", [Value(number)])
    guard let row = try rows.next() else { return FeatureBlock() }
    guard case .blob(let bytes) = row.value(at: 0) else { throw WordIndex.damage(connection) }
    return FeatureBlock(bytes)
  }

  func write(_ number: Int64, _ features: FeatureBlock) throws {
    try connection.run(
      "INSERT OR REPLACE INTO word_block (block, features) VALUES (?, ?)", [Value(number), .blob(features.bytes)])
  }
}
