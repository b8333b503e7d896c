package import SQLite

/// The sequence numbers of a store's change log: see `latest_change` in `schema/`.
package enum LogNumbers {
  /// Advances the sequence to the current time, before the first change of a transaction. If a restored copy has
  /// replaced the file, the numbers after its last one may have been used before.
  package static func catchUp(_ connection: Connection) throws {
    try connection.run(
      """
      UPDATE sqlite_sequence SET seq = max(seq, CAST((julianday('now') - 2460676.5) * 86400000 AS INTEGER))
      WHERE name = 'latest_change'
      """, [])
  }
}
