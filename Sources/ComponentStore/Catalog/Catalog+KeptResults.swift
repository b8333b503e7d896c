package import ComponentModel
internal import SQLite

/// What running components has shown: validations and measurements.
extension Catalog {
  /// What validations have said of all components.
  package func validations() throws -> [StoredValidation] { try kept() }

  /// What a validation has said of a component; nil if there was none.
  package func validation(of component: String, bundle: String) throws -> StoredValidation? {
    try kept(of: component, bundle: bundle)
  }

  /// What measurements have said of all components.
  package func measurements() throws -> [StoredMeasurement] { try kept() }

  /// What a measurement has said of a component; nil if there was none.
  package func measurement(of component: String, bundle: String) throws -> StoredMeasurement? {
    try kept(of: component, bundle: bundle)
  }

  private func kept<Result: KeptRow>() throws -> [Result] {
    try read { try Result.intact($0.rows("SELECT \(Result.expressions) FROM \(Result.table)")) }
  }

  private func kept<Result: KeptRow>(of component: String, bundle: String) throws -> Result? {
    try read { connection in
      let rows = try connection.rows(
        "SELECT \(Result.expressions) FROM \(Result.table) WHERE component = ? AND bundle = ?",
        [Value(component), Value(bundle)])
      return try Result.intact(rows).first
    }
  }

  /// Keeps validations, in the place of former ones. Components of which they say something else now are logged as changed.
  package func keep(_ validations: [StoredValidation]) throws { try keep(rows: validations) }

  /// Keeps measurements, in the place of former ones. Components that have other numbers now are logged as changed.
  package func keep(_ measurements: [StoredMeasurement]) throws { try keep(rows: measurements) }

  private func keep(rows: [some KeptRow]) throws {
    try write { connection in
      for row in rows { try Self.write(row, connection) }
      let changed = try rows.filter { try Self.show($0, connection) }
      guard !changed.isEmpty else { return }
      try connection.execute("UPDATE catalog SET generation = generation + 1")
      let generation = try connection.number("SELECT generation FROM catalog") ?? 0
      try LogNumbers.catchUp(connection)
      let log = ChangeLog(connection, generation: generation)
      for row in changed { try log.record(.changed, row.component, bundle: row.bundle) }
    }
  }

  private static func write<Result: KeptRow>(_ result: Result, _ connection: Connection) throws {
    var row = result
    // One that is kept again, because its component is the same after all, keeps its age.
    if row.at.isEmpty { row.at = "\(UTCTime.now)" }
    try connection.run(Result.insertion, row.values + [Value(row.checksum)])
  }

  /// Writes what searches read of a component.
  ///
  /// - Returns: whether that was something else before.
  private static func show(_ result: some KeptRow, _ connection: Connection) throws -> Bool {
    let shown = result.shown
    let differs = shown.map { "c.\($0.column) IS NOT \($0.expression)" }.joined(separator: " OR ")
    let rows = try connection.rows(
      """
      SELECT c.id FROM component AS c JOIN bundle AS b ON b.id = c.bundle
      WHERE c.uri = ? AND b.path = ? AND (\(differs))
      """, [Value(result.component), Value(result.bundle)] + shown.map(\.value))
    guard let row = try rows.next() else { return false }
    let changes = shown.map { "\($0.column) = \($0.expression)" }.joined(separator: ", ")
    try connection.run(
      "UPDATE component SET \(changes) WHERE id = ?", shown.map(\.value) + [Value(try row.rowID("id"))])
    return true
  }
}
