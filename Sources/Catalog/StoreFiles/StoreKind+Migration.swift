package import SQLite

/// The schema of a file, and its migration to this program's.
extension StoreKind {
  /// How a file relates to this program's schema.
  package enum State: Hashable {
    case empty, older, current, newer
    /// The file doesn't have the schema that its header names.
    case mislabelled
    /// The file has another program's mark.
    case foreign(Int)
  }

  /// The state of a database, or of one that is attached under a name.
  package func state(_ connection: Connection, schema: String = "main") throws -> State {
    // Most searches find this state, for which they read no table.
    let isMarked = try Self.number(of: "application_id", on: connection, schema: schema) == applicationID
    if isMarked, try Self.number(of: "user_version", on: connection, schema: schema) == version { return .current }
    // The tables are counted first, because another process may be creating the store: once it has tables, it has its
    // mark too.
    let hasNoTables = try connection.number("SELECT count(*) FROM \(schema).sqlite_schema") == 0
    let application = try Self.number(of: "application_id", on: connection, schema: schema)
    if application == 0, hasNoTables { return .empty }
    guard application == applicationID else { return .foreign(application) }
    let present = try Self.number(of: "user_version", on: connection, schema: schema)
    if present == version { return .current }
    if present > version { return .newer }
    return try isMislabelled(connection, schema, as: present) ? .mislabelled : .older
  }

  /// Applies the missing migrations to an empty file, or to one of an older schema that has a migration: all of them or
  /// none. Concurrent processes take turns.
  package func migrate(_ connection: Connection) throws {
    guard try Self.number(of: "user_version", on: connection) < version else { return }
    try connection.transaction {
      let current = try Self.number(of: "user_version", on: connection)
      for migration in migrations.dropFirst(max(0, current - formerSchemas)) { try connection.execute(migration) }
      if current < version { try connection.execute("PRAGMA user_version = \(version)") }
    }
  }
}
