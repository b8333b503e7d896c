internal import ComponentModel
internal import SQLite

/// Reads the rows of a user store and verifies each: its checksum, and that none is missing or duplicated.
///
/// Any damage is an ``SQLiteError`` with ``SQLiteError/Code/corrupt``.
struct UserRows {
  private let connection: Connection
  private let schema: String
  private let version: Int64
  /// Whether the store's schema has checksums.
  private var isVerified: Bool { version >= UserTable.firstVerified }

  /// For the store that a connection has opened, or attached as `schema`.
  init(_ connection: Connection, schema: String = "main") throws {
    self.connection = connection
    self.schema = schema
    version = try connection.number("PRAGMA \(schema).user_version") ?? 0
  }

  /// Whether the store's schema has a table.
  func has(_ table: UserTable) -> Bool { version >= table.firstSchema }

  /// Reads a table in the order of its primary key.
  ///
  /// - Parameter body: receives each verified row; its columns are those of ``UserTable/columns``.
  /// - Returns: the number of rows without a checksum; nil if it is uncertain whether all rows are there.
  @discardableResult
  func read(_ table: UserTable, _ body: (Row) throws -> Void = { _ in }) throws -> Int? {
    let width = table.columns.count
    let columns = table.columns + (isVerified ? ["checksum"] : [])
    let rows = try rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(schema).\(table.rawValue) NOT INDEXED ORDER BY \(table.key)")
    var (count, unverified, sum) = (0, 0, 0 as Int64)
    while let row = try rows.next() {
      if isVerified, let stored = try checksum(row, at: width, table) {
        guard stored == RowChecksum.of(row, table: table.number, columns: width) else {
          throw damage("a row of `\(table.rawValue)` doesn't match its checksum")
        }
        sum = (sum + stored) & RowChecksum.mask
      } else {
        unverified += 1
      }
      count += 1
      try body(row)
    }
    return try isComplete(table, count: count, sum: sum) ? unverified : nil
  }

  private func checksum(_ row: Row, at position: Int, _ table: UserTable) throws -> Int64? {
    switch row.value(at: position) {
    case .null: return nil
    case .integer(let number): return number
    default: throw damage("a checksum of `\(table.rawValue)` is none")
    }
  }

  /// Compares the number of rows and the sum of their checksums with the store's own.
  ///
  /// - Returns: false if the store has no such record.
  private func isComplete(_ table: UserTable, count: Int, sum: Int64) throws -> Bool {
    guard isVerified else { return false }
    let rows = try rows("SELECT row_count, sum FROM \(schema).tally WHERE subject = ?", [Value(table.rawValue)])
    guard let row = try rows.next() else { return false }
    switch (row.value(at: 0), row.value(at: 1)) {
    case (.integer(Int64(count)), .integer(sum)): return true
    default: throw damage("rows of `\(table.rawValue)` are missing or there twice")
    }
  }

  /// Reads and verifies everything.
  ///
  /// - Returns: the number of rows without a checksum.
  func verify() throws -> Int {
    var unverified = 0
    for table in UserTable.allCases where has(table) {
      try read(table) { row in
        if try !isVerified || checksum(row, at: table.columns.count, table) == nil { unverified += 1 }
      }
    }
    _ = try firstRevision()
    if version >= 3 { try verifyLog() }
    return unverified
  }

  /// The revision with which the store was started anew on purpose; 0 if it never was.
  func firstRevision() throws -> Int {
    guard isVerified else { return 0 }
    let rows = try rows("SELECT revision, first_revision, checksum FROM \(schema).store")
    guard let row = try rows.next() else { throw damage("its table `store` is empty") }
    let computed = RowChecksum.of(row, table: 0, columns: 2)
    switch row.value(at: 2) {
    case .null: break
    case .integer(computed): break
    default: throw damage("its revision doesn't match its checksum")
    }
    return try row.integer("first_revision")
  }

  /// Verifies the change log, which has no checksums: it is news, and never restored. Its times are compared with the
  /// catalog's.
  private func verifyLog() throws {
    let rows = try rows("SELECT sequence, at, kind, uri, name FROM \(schema).latest_change")
    while let row = try rows.next() {
      _ = (try row.rowID("sequence"), try row.preciseTime("at"), try row.text("kind"))
      _ = (try row.text("uri"), try row.text("name"))
    }
  }

  /// The rows of a statement that is valid: if SQLite finds an error in it, the file's schema is damaged.
  private func rows(_ sql: String, _ values: [Value] = []) throws -> Rows {
    do throws(SQLiteError) {
      return try connection.rows(sql, values)
    } catch {
      throw error.code == .error ? damage(error.message) : error
    }
  }

  private func damage(_ message: String) -> SQLiteError { SQLiteError(.corrupt, message, path: connection.path) }
}
