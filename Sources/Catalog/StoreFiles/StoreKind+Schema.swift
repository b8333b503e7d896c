package import SQLite

/// The contents of a schema, to check whether a file has the one that its header names.
extension StoreKind {
  /// Whether a file has all columns of this schema, whatever its header says.
  package func hasOwnTables(_ connection: Connection) throws -> Bool {
    try Set(Self.columns(connection)).isSuperset(of: Self.columns(made()))
  }

  /// The damage to a database, found by SQLite's own check of all pages, by its foreign keys, and in a user store by
  /// its schema and change log; nil if it is sound.
  package func problem(with connection: Connection) throws -> String? {
    do {
      guard try problemOfChecks(connection) != nil else { return nil }
    } catch let error as SQLiteError where error.isDamage {}
    // SQLite's checks continue after a page that can't be read, and report it as damage, but it may be sound.
    if connection.hasFailedReads { throw SQLiteError.failedRead(connection.path) }
    return try problemOfChecks(connection)
  }

  private func problemOfChecks(_ connection: Connection) throws -> String? {
    let answer = try connection.texts("PRAGMA integrity_check(1)").first
    guard answer == "ok" else { return answer ?? "no answer" }
    guard self == .userStore else { return try danglingReference(connection) }
    // Another program's database is no damaged store, and neither is a store of another schema.
    guard try state(connection) == .current else { return nil }
    if try isAltered(connection) { return "its schema was altered" }
    guard try connection.rows("PRAGMA foreign_key_check").next() == nil else {
      return "a label that components have is missing"
    }
    return try problemOfLog(connection)
  }

  /// The damage to a user store's change log: its times must be valid, since they are compared with the catalog's.
  private func problemOfLog(_ connection: Connection) throws -> String? {
    do {
      let changes = try connection.rows("SELECT at FROM latest_change")
      while let change = try changes.next() { _ = try change.preciseTime("at") }
      return nil
    } catch let error as SQLiteError where error.isDamage {
      return error.message
    }
  }

  /// The description of a row that refers to a missing one, which may have been on a lost page; nil if there is none.
  private func danglingReference(_ connection: Connection) throws -> String? {
    try connection.texts("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1").first.map {
      "a row of \($0) refers to a missing one"
    }
  }

  /// Whether the file lacks a table, index, trigger or view of this schema, or has a different one. It may have others
  /// besides.
  private func isAltered(_ connection: Connection) throws -> Bool {
    try !Self.statements(connection).isSuperset(of: Self.statements(made()))
  }

  /// The statements that have created everything in a database but SQLite's own tables.
  private static func statements(_ connection: Connection) throws -> Set<String> {
    let statements = try connection.texts(
      "SELECT name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return Set(statements.map(withoutLayout))
  }

  /// A statement without comments and white space, in which files of the same schema may differ.
  private static func withoutLayout(_ sql: String) -> String {
    let lines = sql.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      var code = line[...]
      if let dashes = line.indices.first(where: { line[$0...].starts(with: [0x2D, 0x2D]) }) { code = line[..<dashes] }
      return code
    }
    let words = lines.flatMap { $0.split(separator: UInt8(ascii: " ")) }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// An empty store in memory.
  private func made() throws -> Connection {
    let connection = try Connection(":memory:", for: .writing)
    try connection.execute(schema)
    return connection
  }

  /// The columns of all tables, with the tables' names.
  private static func columns(_ connection: Connection) throws -> [String] {
    try connection.texts(
      """
      SELECT t.name || '.' || c.name FROM main.sqlite_schema AS t, pragma_table_info(t.name, 'main') AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
  }
}

extension SQLiteError {
  /// Whether the file is damaged: its pages, or a value that none of our schemas allows.
  package var isDamage: Bool { [.corrupt, .notADatabase, .mismatch].contains(code.primary) }
}
