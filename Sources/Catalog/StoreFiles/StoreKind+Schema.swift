package import SQLite

/// The contents of a schema, to check whether a file has the one that its header names.
extension StoreKind {
  /// Whether a file has all columns of any schema of this kind, whatever its mark says.
  package func hasOwnTables(_ connection: Connection, _ schema: String = "main") throws -> Bool {
    let present = try Set(Self.columns(connection, schema))
    return try (formerSchemas + 1...version).contains { try present.isSuperset(of: columns(ofVersion: $0)) }
  }

  /// Whether a file that claims an older schema than this program's has a different one, judged by the largest schema
  /// whose columns it has. The wrong migrations would ruin it.
  func isMislabelled(_ connection: Connection, _ schema: String, as claimed: Int) throws -> Bool {
    // A catalog of an older schema is rebuilt anyway.
    if self == .catalog { return false }
    let present = try Set(Self.columns(connection, schema))
    let known = try (1...version).map { (number: $0, columns: try columns(ofVersion: $0)) }
    let fitting = known.filter { present.isSuperset(of: $0.columns) }
    return fitting.max { $0.columns.count < $1.columns.count }?.number != claimed
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
    guard applicationID == Self.userStore.applicationID else { return try danglingReference(connection) }
    guard try connection.number("SELECT count(*) FROM sqlite_schema") != 0 else { return nil }
    if try isAltered(connection) { return "its schema was altered" }
    guard try connection.rows("PRAGMA foreign_key_check").next() == nil else {
      return "a label that components have is missing"
    }
    let schema = try Self.number(of: "user_version", on: connection)
    return try schema >= Self.firstSchemaWithLog ? problemOfLog(connection) : nil
  }

  /// The first schema of user stores that has a change log.
  private static let firstSchemaWithLog = 3

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

  /// Whether the file lacks a table, index, trigger or view of its version, or has a different one. It may have others
  /// besides.
  private func isAltered(_ connection: Connection) throws -> Bool {
    let objects =
      "SELECT name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    let number = Int(try connection.number("PRAGMA user_version") ?? 0)
    guard (1...version).contains(number) else { return false }
    let present = try Set(connection.texts(objects).map(Self.withoutComments))
    return try !present.isSuperset(of: made(number).texts(objects).map(Self.withoutComments))
  }

  /// A statement's tokens, which don't change when its comments are edited.
  private static func withoutComments(_ sql: String) -> String {
    let lines = sql.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      var code = line[...]
      if let dashes = line.indices.first(where: { line[$0...].starts(with: [0x2D, 0x2D]) }) { code = line[..<dashes] }
      return code
    }
    let words = lines.flatMap { $0.split(separator: UInt8(ascii: " ")) }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private func columns(ofVersion number: Int) throws -> [String] { try Self.columns(made(number), "main") }

  /// An empty store of a version.
  private func made(_ number: Int) throws -> Connection {
    let connection = try Connection(":memory:", for: .writing)
    for migration in migrations.prefix(number - formerSchemas) { try connection.execute(migration) }
    return connection
  }

  /// The columns of all tables, with the tables' names.
  private static func columns(_ connection: Connection, _ schema: String) throws -> [String] {
    try connection.texts(
      """
      SELECT t.name || '.' || c.name FROM \(schema).sqlite_schema AS t, pragma_table_info(t.name, '\(schema)') AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
  }
}

extension SQLiteError {
  /// Whether the file is damaged: its pages, or a value that none of our schemas allows.
  package var isDamage: Bool { [.corrupt, .notADatabase, .mismatch].contains(code.primary) }
}
