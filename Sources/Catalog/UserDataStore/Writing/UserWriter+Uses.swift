internal import ComponentModel
internal import SQLite

/// Changes use counts within a transaction.
extension UserWriter {
  /// Counts a use at the current time.
  ///
  /// - Returns: the number of affected rows.
  func countUse(of uri: String) throws -> Int {
    try change(
      useOf: uri, source: UseCount.aucat,
      sql: """
        INSERT INTO use_count (uri, source, count, last_used) VALUES (?, ?, 1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
        ON CONFLICT (uri, source) DO UPDATE
        SET count = min(count + 1, ?), last_used = max(excluded.last_used, coalesce(last_used, ''))
        """, values: [Value(uri), Value(UseCount.aucat), Value(UseCount.largest)])
  }

  /// Keeps the larger count and the later time.
  ///
  /// - Returns: 1; 0 if nothing changed.
  func join(_ use: UseCount) throws -> Int {
    try change(
      useOf: use.uri, source: use.source,
      sql: """
        INSERT INTO use_count (uri, source, count, last_used) VALUES (?, ?, ?, ?)
        ON CONFLICT (uri, source) DO UPDATE
        SET count = max(count, excluded.count),
            last_used = coalesce(max(last_used, excluded.last_used), last_used, excluded.last_used)
        WHERE excluded.count > count OR coalesce(excluded.last_used, '') > coalesce(last_used, '')
        """, values: [Value(use.uri), Value(use.source), Value(use.count), Value(use.lastUsed?.description)])
  }

  private func change(useOf uri: String, source: String, sql: String, values: [Value]) throws -> Int {
    try change(.use, where: "uri = ? AND source = ?", [Value(uri), Value(source)], by: sql, with: values)
  }
}
