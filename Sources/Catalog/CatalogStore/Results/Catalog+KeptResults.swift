package import StoreFiles
package import ComponentModel
internal import SQLite

/// Results of running components: validations and measurements.
extension Catalog {
  /// The validations of all components.
  package func validations() throws -> [StoredValidation] { try kept() }

  /// The validation of a component; nil if there is none.
  package func validation(of component: String, bundle: String) throws -> StoredValidation? {
    try kept(of: component, bundle: bundle)
  }

  /// The measurements of all components.
  package func measurements() throws -> [StoredMeasurement] { try kept() }

  /// The measurement of a component; nil if there is none.
  package func measurement(of component: String, bundle: String) throws -> StoredMeasurement? {
    try kept(of: component, bundle: bundle)
  }

  private func kept<Result: KeptRow>() throws -> [Result] { try read { try Result.all(on: $0) } }

  private func kept<Result: KeptRow>(of component: String, bundle: String) throws -> Result? {
    try read {
      try Result.all(on: $0, where: "component = ? AND bundle = ?", [Value(component), Value(bundle)]).first
    }
  }

  /// Stores validations, replacing former ones. Components whose verdicts change are logged as changed.
  ///
  /// - Parameter store: keeps them too.
  /// - Returns: why the store could not keep them; nil if it has, or if there is no store.
  @discardableResult
  package func keep(_ validations: [StoredValidation], with store: ResultStore? = nil) throws -> StoreError? {
    try keep(rows: validations, store)
  }

  /// Stores measurements, replacing former ones. Components whose numbers change are logged as changed.
  ///
  /// - Parameter store: keeps them too.
  /// - Returns: why the store could not keep them; nil if it has, or if there is no store.
  @discardableResult
  package func keep(_ measurements: [StoredMeasurement], with store: ResultStore? = nil) throws -> StoreError? {
    try keep(rows: measurements, store)
  }

  private func keep(rows: [some KeptRow], _ store: ResultStore?) throws -> StoreError? {
    let rows = try read { connection in try rows.map { try Self.noted($0, connection) } }
    var failure: StoreError?
    do {
      try store?.keep(rows, copying: self)
    } catch let error as StoreError where error.store == .results {
      failure = error
    }
    try write { connection in
      for row in rows { try connection.run(type(of: row).insertion, row.values) }
      if failure != nil { try connection.execute("UPDATE catalog SET results_to = 0") }
      let changed = try rows.filter { try Self.show($0, connection) }
      guard !changed.isEmpty else { return }
      try connection.execute("UPDATE catalog SET generation = generation + 1")
      let generation = try connection.number("SELECT generation FROM catalog") ?? 0
      try LogNumbers.catchUp(connection)
      let log = ChangeLog(connection: connection, generation: generation)
      for row in changed { try log.record(.changed, row.component, bundle: row.bundle) }
    }
    return failure
  }

  /// A result with its time, and with the state of the files that it applies to.
  private static func noted<Result: KeptRow>(_ result: Result, _ connection: Connection) throws -> Result {
    var row = result
    // A result that is kept again, because its component is the same after all, keeps its time.
    if row.at.isEmpty { row.at = "\(UTCTime.now)" }
    let bundle = try connection.rows("SELECT content, other_stamp FROM bundle WHERE path = ?", [Value(row.bundle)])
      .next()
    row.bundleContent = try bundle?.optionalBits("content")
    row.bundleStamp = try bundle?.optionalBits("other_stamp")
    return row
  }

  /// Writes the columns of a component that searches read.
  ///
  /// - Returns: whether any of them had another value before.
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
