package import ComponentModel
internal import SQLite

extension Catalog {
  private static let columns = """
    component, bundle, content, verdict, level, version, seed, findings, at,
    CAST(julianday('now') - julianday(at) AS INTEGER) AS days
    """

  /// What validations have said of all components.
  package func validations() throws -> [StoredValidation] {
    try read { connection in
      try Self.stored(try connection.rows("SELECT \(Self.columns) FROM validation"))
    }
  }

  /// What a validation has said of a component; nil if there was none.
  package func validation(of component: String, bundle: String) throws -> StoredValidation? {
    try read { connection in
      let rows = try connection.rows(
        "SELECT \(Self.columns) FROM validation WHERE component = ? AND bundle = ?", [Value(component), Value(bundle)])
      return try Self.stored(rows).first
    }
  }

  private static func stored(_ rows: Rows) throws -> [StoredValidation] {
    var found: [StoredValidation] = []
    while let row = try rows.next() {
      var validation = StoredValidation(
        component: try row.text("component"), bundle: try row.text("bundle"),
        content: try row.optionalBits("content") ?? 0, verdict: try row.text("verdict"), level: try row.text("level"),
        version: try row.integer("version"), seed: try row.optionalBits("seed") ?? 0,
        findings: try row.text("findings"))
      (validation.at, validation.days) = (try row.text("at"), max(0, try row.integer("days")))
      found.append(validation)
    }
    return found
  }

  /// Keeps validations, in the place of former ones. Components of which they say something else now are logged as changed.
  package func keep(_ validations: [StoredValidation]) throws {
    try write { connection in
      let seals = try RecordSeals(connection)
      let changed = try validations.filter { validation in
        let before = try Self.findings(validation, connection)
        try Self.write(validation, connection)
        let isJudgedOtherwise = try Self.writeVerdict(validation, seals, connection)
        return isJudgedOtherwise || before != nil && before != validation.findings
      }
      guard !changed.isEmpty else { return }
      try connection.execute("UPDATE catalog SET generation = generation + 1")
      let generation = try connection.number("SELECT generation FROM catalog") ?? 0
      try LogNumbers.catchUp(connection)
      let log = ChangeLog(connection, generation: generation)
      for validation in changed { try log.record(.changed, validation.component, bundle: validation.bundle) }
    }
  }

  /// What the former validation of a component found; nil if there was none.
  private static func findings(_ validation: StoredValidation, _ connection: Connection) throws -> String? {
    let rows = try connection.rows(
      "SELECT findings FROM validation WHERE component = ? AND bundle = ?",
      [Value(validation.component), Value(validation.bundle)])
    return try rows.next()?.text("findings")
  }

  private static func write(_ validation: StoredValidation, _ connection: Connection) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO validation (component, bundle, content, verdict, level, version, seed, findings, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce(nullif(?, ''), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
      """,
      [
        Value(validation.component), Value(validation.bundle), Value(validation.content), Value(validation.verdict),
        Value(validation.level), Value(validation.version), Value(validation.seed), Value(validation.findings),
        // One that is kept again, because its component is the same after all, keeps its age.
        Value(validation.at),
      ])
  }

  /// - Returns: whether the component had another verdict.
  private static func writeVerdict(
    _ validation: StoredValidation, _ seals: RecordSeals, _ connection: Connection
  ) throws -> Bool {
    let rows = try connection.rows(
      """
      SELECT c.id, c.bundle FROM component AS c JOIN bundle AS b ON b.id = c.bundle
      WHERE c.uri = ? AND b.path = ? AND c.validation IS NOT ?
      """, [Value(validation.component), Value(validation.bundle), Value(validation.verdict)])
    guard let row = try rows.next() else { return false }
    let (component, bundle) = (try row.rowID("id"), try row.rowID("bundle"))
    try seals.changing(plugin: component, of: bundle) {
      try connection.run(
        "UPDATE component SET validation = ? WHERE id = ?", [Value(validation.verdict), Value(component)])
    }
    return true
  }
}
