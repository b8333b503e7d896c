internal import SQLite

/// A scan's entries in the change log.
extension ScanWriter {
  /// Logs the components of a moved bundle, since other callers see them now.
  func logMove(
    _ change: PluginWriter.Change, _ row: Int64, _ path: String, _ connection: Connection
  ) throws {
    for uri in try connection.texts("SELECT uri FROM component WHERE bundle = ?", [Value(row)]) {
      try log(change, uri, path, connection)
    }
    // A caller sees only the presets below its roots, so their plugins change too.
    try logPresets(
      try connection.texts("SELECT DISTINCT applies_to FROM preset WHERE bundle = ?", [Value(row)]), connection)
  }

  func logPresets(_ plugins: [String], _ connection: Connection) throws {
    for uri in plugins { try logChange("c.uri = ?", Value(uri), connection) }
  }

  /// Logs the components that satisfy a condition on `component AS c` as changed.
  func logChange(_ condition: String, _ argument: Value, _ connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT c.uri, b.path FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE \(condition)
      """, [argument])
    var changed: [(uri: String, bundle: String)] = []
    while let row = try rows.next() { changed.append((uri: try row.text("uri"), bundle: try row.text("path"))) }
    for component in changed { try log(.changed, component.uri, component.bundle, connection) }
  }

  func didRemove(_ uri: String, _ bundle: String, _ connection: Connection) throws {
    try PluginWriter.updateRivals(uri, connection)
    try log(.removed, uri, bundle, connection)
  }

  func log(_ kind: PluginWriter.Change, _ uri: String, _ bundle: String, _ connection: Connection) throws {
    if generation == nil {
      try connection.execute("UPDATE catalog SET generation = generation + 1")
      generation = try connection.number("SELECT generation FROM catalog")
      try LogNumbers.catchUp(connection)
    }
    try ChangeLog(connection, generation: generation ?? 0).record(kind, uri, bundle: bundle)
  }
}
