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
    var changed: [(uri: String, bundle: String)] = []
    while let row = try rows.next() { changed.append((uri: try row.text("uri"), bundle: try row.text("path"))) }
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
    try ChangeLog(connection, generation: generation ?? 0).record(kind, uri, bundle: bundle, gone: gone)
  }
}
