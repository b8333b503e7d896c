internal import SQLite

/// The numbers of a store's log of changes: see `latest_change` in `schema/`.
enum LogNumbers {
  /// Lets numbers go on with the time, before the first change of a transaction. Those after the last one of a copy that has
  /// taken the file's place may have been given before.
  static func catchUp(_ connection: Connection) throws {
    try connection.run(
      """
      UPDATE sqlite_sequence SET seq = max(seq, CAST((julianday('now') - 2460676.5) * 86400000 AS INTEGER))
      WHERE name = 'latest_change'
      """, [])
  }
}
