internal import ComponentModel
internal import SQLite

/// Bundles that could not be read for an outside reason.
extension ScanWriter {
  /// The number of successive scans in which that must happen before it becomes the bundle's state.
  static let mostInterruptions = 3

  /// Keeps a bundle's records, and makes the next scan read it; after ``mostInterruptions``, one scan a day.
  func leaveUnfinished(
    _ row: Int64, because cause: ScanInterruption, fingerprint: Fingerprint, _ connection: Connection
  ) throws {
    try connection.run(
      """
      INSERT INTO interruption (bundle, scans, at) VALUES (?, 1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
      ON CONFLICT (bundle) DO UPDATE SET scans = scans + 1, at = excluded.at
      """, [Value(row)])
    let scans = try connection.number("SELECT scans FROM interruption WHERE bundle = ?", [Value(row)]) ?? 0
    guard scans >= Int64(Self.mostInterruptions) else {
      return try connection.run(
        "UPDATE bundle SET turtle_stamp = NULL, other_stamp = NULL, content = NULL WHERE id = ?", [Value(row)])
    }
    let problem = BundleProblem.interrupted(cause)
    try connection.run(
      """
      UPDATE bundle SET turtle_stamp = ?, other_stamp = ?, content = NULL, scanner = ?, remarks = '[]',
        since = CASE WHEN verdict = ?4 THEN since ELSE strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END,
        verdict = ?4, reason = ?5 WHERE id = ?6
      """,
      [
        Value(fingerprint.turtle), Value(fingerprint.other), Value(scannerVersion), Value(problem.verdict.rawValue),
        Value("\(problem); it is tried again every day, and by a full scan"), Value(row),
      ])
  }
}
