package import SQLite

/// What distinguishes the catalog, the user store and the result store.
///
/// Their schemas are the SQL files in `schema/`, which the build embeds into the program.
package struct StoreKind: Hashable, Sendable {
  /// Its name in messages.
  package let name: String
  /// The environment variable that names its file.
  package let variable: String
  /// The name of its file in its usual place.
  let fileName: String
  /// Marks the file (`PRAGMA application_id`).
  package let applicationID: Int
  /// How many schemas there were from which no migration leads to this one: a file of theirs is made anew.
  var formerSchemas = 0
  /// The SQL files, by number. `user_version` is the number of the last one that was applied.
  let migrations: [String]
  /// `PRAGMA synchronous`: a power failure may lose the last commits with `NORMAL`, none with `FULL`.
  let synchronous: String

  /// A cache that a scan rebuilds.
  package static let catalog = StoreKind(
    name: "catalog", variable: "AUCAT_CATALOG", fileName: "catalog.sqlite", applicationID: 1_635_083_009,
    formerSchemas: 11, migrations: [EmbeddedSchema.catalog], synchronous: "NORMAL")

  /// What the user has entered, which can't be rebuilt.
  package static let userStore = StoreKind(
    name: "user store", variable: "AUCAT_USER_STORE", fileName: "user.sqlite", applicationID: 1_635_083_010,
    migrations: [
      EmbeddedSchema.user_001, EmbeddedSchema.user_002, EmbeddedSchema.user_003, EmbeddedSchema.user_004,
      EmbeddedSchema.user_005, EmbeddedSchema.user_006,
    ],
    synchronous: "FULL")

  /// What can't be read again from the bundles, and has a copy in the catalog.
  package static let results = StoreKind(
    name: "result store", variable: "AUCAT_RESULTS", fileName: "results.sqlite", applicationID: 1_635_083_011,
    migrations: [EmbeddedSchema.results_001], synchronous: "NORMAL")

  /// The schema's number.
  package var version: Int { formerSchemas + migrations.count }

  /// The version of SQLite.
  package static var sqliteVersion: String { Connection.libraryVersion }

  /// Turns off what SQLite does only for other users in the process. Call it before anything uses SQLite.
  package static func ownsProcess() { MemoryStatistics.turnOff() }

  /// How a file relates to this program's schema.
  package enum State: Hashable {
    case empty, older, current, newer
    /// The header names another schema than the file has.
    case mislabelled
    /// The file has another program's mark.
    case foreign(Int)
  }

  /// The state of a database, or of one that is attached under a name.
  package func state(_ connection: Connection, schema: String = "main") throws -> State {
    // Searches mostly find this, and read no table for it.
    let isMarked = try Self.number(of: "application_id", on: connection, schema: schema) == applicationID
    if isMarked, try Self.number(of: "user_version", on: connection, schema: schema) == version { return .current }
    // In this order, because another process may be creating the store: once it has tables, it has its mark too.
    let hasNoTables = try connection.number("SELECT count(*) FROM \(schema).sqlite_schema") == 0
    let application = try Self.number(of: "application_id", on: connection, schema: schema)
    if application == 0, hasNoTables { return .empty }
    guard application == applicationID else { return .foreign(application) }
    let present = try Self.number(of: "user_version", on: connection, schema: schema)
    if present == version { return .current }
    if present > version { return .newer }
    return try isMislabelled(connection, schema, as: present) ? .mislabelled : .older
  }

  /// Applies the missing migrations to an empty file, or to one from which they lead on, all or nothing. Concurrent processes
  /// take turns.
  package func migrate(_ connection: Connection) throws {
    guard try Self.number(of: "user_version", on: connection) < version else { return }
    try connection.transaction {
      let current = try Self.number(of: "user_version", on: connection)
      for migration in migrations.dropFirst(max(0, current - formerSchemas)) { try connection.execute(migration) }
      if current < version { try connection.execute("PRAGMA user_version = \(version)") }
    }
  }

  static func number(of pragma: String, on connection: Connection, schema: String = "main") throws -> Int {
    Int(try connection.number("PRAGMA \(schema).\(pragma)") ?? 0)
  }
}
