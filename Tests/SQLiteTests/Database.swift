import SQLite
import TestSupport

/// A database in a folder of its own.
struct Database {
  let folder = TemporaryFolder()
  let connection: Connection

  /// A new database, after a script.
  init(_ script: String = "") throws {
    connection = try Connection(folder("test.sqlite"), for: .writing)
    try connection.execute(script)
  }

  var path: String { connection.path }

  /// The only row of a statement.
  func row(_ sql: String, _ values: [Value] = []) throws -> Row { try demand(connection.rows(sql, values).next()) }
}
