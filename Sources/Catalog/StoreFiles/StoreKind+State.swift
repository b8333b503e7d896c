package import SQLite

/// How a file relates to this program's schema, and how a new one gets it.
extension StoreKind {
  /// How a file relates to this program's schema.
  package enum State: Hashable {
    case empty, current, newer
    /// The file's schema has this number, which is lower than this program's.
    case older(Int)
    /// The file has this program's tables, but its header names another schema or has another mark.
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
    return present > version ? .newer : .older(present)
  }

  /// Creates the schema, all of it or nothing, unless the file has one. Concurrent processes take turns.
  package func create(_ connection: Connection) throws {
    guard try state(connection) == .empty else { return }
    try connection.transaction {
      // Another process may have created it meanwhile.
      guard try state(connection) == .empty else { return }
      try connection.execute(schema)
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }
}
