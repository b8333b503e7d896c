internal import SQLite

/// Reads the tables of a user store of any schema.
struct UserRows {
  private let connection: Connection
  private let schema: String
  private let version: Int64

  /// For the store that a connection has opened, or attached as `schema`.
  init(_ connection: Connection, schema: String = "main") throws {
    self.connection = connection
    self.schema = schema
    version = try connection.number("PRAGMA \(schema).user_version") ?? 0
  }

  /// Whether the store's schema has a table.
  func has(_ table: UserTable) -> Bool { version >= table.firstSchema }

  /// Reads a table in the order of its primary key, if the store's schema has it.
  ///
  /// - Parameter body: receives each row; its columns are those of ``UserTable/columns``.
  func read(_ table: UserTable, _ body: (Row) throws -> Void) throws {
    guard has(table) else { return }
    let columns = table.columns.joined(separator: ", ")
    let rows = try rows("SELECT \(columns) FROM \(schema).\(table.rawValue) NOT INDEXED ORDER BY \(table.key)")
    while let row = try rows.next() { try body(row) }
  }

  /// The revision with which the store was started anew on purpose; 0 if it never was.
  func firstRevision() throws -> Int {
    guard version >= 4 else { return 0 }
    return Int(try rows("SELECT first_revision FROM \(schema).store").nextNumber() ?? 0)
  }

  /// The rows of a statement that is valid: if SQLite finds an error in it, the file's schema is damaged.
  private func rows(_ sql: String) throws -> Rows {
    do throws(SQLiteError) {
      return try connection.rows(sql)
    } catch {
      throw error.code == .error ? SQLiteError(.corrupt, error.message, path: connection.path) : error
    }
  }
}
