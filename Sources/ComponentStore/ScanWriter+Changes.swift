internal import GRDB

/// What a scan tells those who follow the catalog.
extension ScanWriter {
  /// A component that other callers see than before is news for those.
  func logMove(
    _ change: PluginWriter.Change, _ row: Int64, _ path: String, _ connection: Database
  ) throws {
    for uri in try connection.texts("SELECT uri FROM component WHERE bundle = ?", [value(row)]) {
      try log(change, uri, path, connection)
    }
    // Presets are counted as far as the caller's roots lead to them.
    try logPresets(
      try connection.texts("SELECT DISTINCT applies_to FROM preset WHERE bundle = ?", [value(row)]), connection)
  }

  func logPresets(_ plugins: [String], _ connection: Database) throws {
    for uri in plugins { try logChange("c.uri = ?", value(uri), connection) }
  }

  /// Notes the components of a condition on `component AS c` as changed.
  func logChange(_ condition: String, _ argument: DatabaseValue, _ connection: Database) throws {
    let rows = try Row.fetchAll(
      connection.cachedStatement(
        sql: "SELECT c.uri, b.path FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE \(condition)"),
      arguments: [argument])
    for row in rows { try log(.changed, row.text(0), row.text(1), connection) }
  }

  func didRemove(_ uri: String, _ bundle: String, _ connection: Database) throws {
    try PluginWriter.updateRivals(uri, connection)
    try log(.removed, uri, bundle, connection)
  }

  func log(_ kind: PluginWriter.Change, _ uri: String, _ bundle: String, _ connection: Database) throws {
    if generation == nil {
      try connection.execute(sql: "UPDATE catalog SET generation = generation + 1")
      generation = try connection.number("SELECT generation FROM catalog")
      try LogNumbers.catchUp(connection)
    }
    try ChangeLog(connection, generation: generation ?? 0).record(kind, uri, bundle: bundle)
  }
}
