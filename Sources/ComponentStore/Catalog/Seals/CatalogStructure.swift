internal import SQLite

/// Checks a catalog's file as a whole: its pages and indexes, its references, its schema, and its index of names.
struct CatalogStructure {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// What is wrong; nil if the file is sound.
  func problem() throws -> String? {
    if let problem = try connection.texts("PRAGMA main.integrity_check(1)").first, problem != "ok" {
      return problem.onOneLine
    }
    // Before anything else, because a changed definition changes the meaning of answers.
    if let problem = try schemaProblem() { return problem }
    if let table = try connection.texts("SELECT \"table\" FROM pragma_foreign_key_check").first {
      return "a row of \(table) refers to a missing one"
    }
    if let problem = try nameIndexProblem() { return problem }
    return try logProblem()
  }

  /// Compares the schema with that of a new catalog. Additions by a user are not damage.
  func schemaProblem() throws -> String? {
    let new = try Connection(":memory:", for: .writing)
    try StoreKind.catalog.migrate(new)
    let (present, expected) = (try Self.definitions(connection), try Self.definitions(new))
    guard let differing = expected.keys.sorted().first(where: { present[$0] != expected[$0] }) else { return nil }
    return present[differing] == nil ? "it has no \(differing)" : "its \(differing) is another build's, or was changed"
  }

  /// All definitions by type and name, such as `table port`, except the tables of FTS5, which depend on its version.
  private static func definitions(_ connection: Connection) throws -> [String: String] {
    let rows = try connection.rows(
      """
      SELECT type || ' ' || name AS item, coalesce(sql, '') AS definition FROM sqlite_schema
      WHERE name NOT GLOB 'name_index_*'
      """)
    var definitions: [String: String] = [:]
    while let row = try rows.next() { definitions[try row.text("item")] = try row.text("definition") }
    return definitions
  }

  /// - Returns: nil also if nothing can be written, which FTS5's check requires.
  private func nameIndexProblem() throws -> String? {
    do {
      try connection.savepoint {
        try connection.execute("INSERT INTO name_index (name_index, rank) VALUES ('integrity-check', 1)")
      }
      return nil
    } catch let error as SQLiteError {
      switch error.code.primary {
      // FTS5 reports a lost configuration as an error of the statement.
      case .corrupt, .error: return "its index of names is damaged"
      case .readOnly, .busy, .locked: return nil
      default: throw error
      }
    }
  }

  /// Checks that every plugin has an entry in the log of changes that says it exists.
  private func logProblem() throws -> String? {
    let isWrong = try connection.number(
      """
      SELECT EXISTS (
        SELECT 1 FROM component AS c JOIN bundle AS b ON b.id = c.bundle
        WHERE NOT EXISTS (
          SELECT 1 FROM latest_change AS l
          WHERE l.uri = c.uri AND l.bundle = b.path AND l.kind IN ('added', 'changed')))
      """)
    return isWrong == 1 ? "its log of changes lacks a plugin" : nil
  }
}
