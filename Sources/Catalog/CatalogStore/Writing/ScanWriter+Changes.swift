internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// A scan's entries in the change log.
extension ScanWriter {
  /// Logs the components of a moved bundle, since other callers see them now.
  func logMove(
    _ change: PluginWriter.Change, bundle row: Int64, path: String, on connection: Connection
  ) throws {
    for uri in try connection.texts("SELECT uri FROM component WHERE bundle = ?", [Value(row)]) {
      try log(change, uri: uri, bundle: path, on: connection)
    }
    // A caller sees only the presets below its roots, so their plugins change too.
    try logPresets(
      try connection.texts("SELECT DISTINCT applies_to FROM preset WHERE bundle = ?", [Value(row)]), connection)
  }

  func logPresets(_ plugins: [String], _ connection: Connection) throws {
    for uri in plugins { try logChange(where: "c.uri = ?", argument: Value(uri), on: connection) }
  }

  /// Logs the components that satisfy a condition on `component AS c` as changed.
  func logChange(where condition: String, argument: Value, on connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT c.uri, b.path FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE \(condition)
      """, [argument])
    let changed = try rows.compactMap { (uri: try $0.text("uri"), bundle: try $0.text("path")) }
    for component in changed { try log(.changed, uri: component.uri, bundle: component.bundle, on: connection) }
  }

  func didRemove(_ gone: GoneComponent, bundle: String, on connection: Connection) throws {
    try BundlePrecedence(connection: connection).update(uri: gone.uri)
    try connection.run(
      "DELETE FROM first_seen WHERE bundle = ? AND component = ?", [Value(bundle), Value(gone.uri)])
    try log(.removed, uri: gone.uri, bundle: bundle, gone: gone, on: connection)
  }

  func log(
    _ kind: PluginWriter.Change, uri: String, bundle: String, gone: GoneComponent? = nil, on connection: Connection
  ) throws {
    if generation == nil {
      try connection.execute("UPDATE catalog SET generation = generation + 1")
      generation = try connection.number("SELECT generation FROM catalog")
      try LogNumbers.catchUp(connection)
    }
    try ChangeLog(connection: connection, generation: generation ?? 0).record(kind, uri, bundle: bundle, gone: gone)
  }
}

/// Records the bundles that could not be read for an outside reason.
extension ScanWriter {
  /// The number of successive scans that must fail to read a bundle before this becomes its state.
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
        Value("\(problem); it is retried every day, and by a full scan"), Value(row),
      ])
  }
}
