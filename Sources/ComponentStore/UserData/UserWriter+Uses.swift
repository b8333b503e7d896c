internal import ComponentModel
internal import SQLite

/// Use counts within a transaction.
extension UserWriter {
  /// Counts a use, now.
  ///
  /// - Returns: the number of rows it touched.
  func countUse(of uri: String) throws -> Int {
    let before = connection.totalChangeCount
    try connection.run(
      """
      INSERT INTO use_count (uri, source, count, last_used) VALUES (?, ?, 1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
      ON CONFLICT (uri, source) DO UPDATE
      SET count = min(count + 1, ?), last_used = max(excluded.last_used, coalesce(last_used, ''))
      """, [Value(uri), Value(UseCount.aucat), Value(UseCount.largest)])
    return changes(since: before)
  }

  /// Keeps the larger count and the later time.
  ///
  /// - Returns: 1; 0 if nothing changed.
  func join(_ use: UseCount) throws -> Int {
    let before = connection.totalChangeCount
    try connection.run(
      """
      INSERT INTO use_count (uri, source, count, last_used) VALUES (?, ?, ?, ?)
      ON CONFLICT (uri, source) DO UPDATE
      SET count = max(count, excluded.count),
          last_used = coalesce(max(last_used, excluded.last_used), last_used, excluded.last_used)
      WHERE excluded.count > count OR coalesce(excluded.last_used, '') > coalesce(last_used, '')
      """,
      [Value(use.uri), Value(use.source), Value(use.count), Value(use.lastUsed?.description)])
    return changes(since: before) > 0 ? 1 : 0
  }
}
