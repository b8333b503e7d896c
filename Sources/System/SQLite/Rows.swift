private import CSQLite

/// The rows of a running statement. The statement is reset when the last reference to the rows, or to one of them, is
/// gone: a row that is still being read keeps its values.
package final class Rows {
  let statement: Statement
  private let connection: Connection
  private var hasEnded = false

  init(_ statement: Statement, _ connection: Connection) {
    self.statement = statement
    self.connection = connection
  }

  deinit { if !hasEnded { statement.reset() } }

  /// The next row; nil after the last. A row is valid until the next call.
  package func next() throws(SQLiteError) -> Row? {
    if hasEnded { return nil }
    if try statement.step() { return Row(self) }
    hasEnded = true
    statement.reset()
    return nil
  }

  /// The number in the first column of the next row; nil after the last row.
  ///
  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/mismatch`` if the column holds no number.
  package func nextNumber() throws(SQLiteError) -> Int64? {
    guard !hasEnded, try statement.step() else {
      end()
      return nil
    }
    guard sqlite3_column_type(statement.handle, 0) == SQLITE_INTEGER else { throw mismatch("an integer", at: 0) }
    return sqlite3_column_int64(statement.handle, 0)
  }

  /// The text in the first column of the next row; nil after the last row.
  ///
  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/mismatch`` if the column holds no text.
  package func nextText() throws(SQLiteError) -> String? {
    guard !hasEnded, try statement.step() else {
      end()
      return nil
    }
    return try text(at: 0)
  }

  private func end() {
    if !hasEnded { statement.reset() }
    hasEnded = true
  }

  func text(at index: Int32) throws(SQLiteError) -> String {
    guard sqlite3_column_type(statement.handle, index) == SQLITE_TEXT,
      let bytes = sqlite3_column_text(statement.handle, index)
    else { throw mismatch("a text", at: index) }
    // SAFETY: SQLite's bytes stay until the next step, and are copied here.
    let count = Int(sqlite3_column_bytes(statement.handle, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The error for a column that holds something else: the file was not written with this schema.
  func mismatch(_ wanted: StaticString, at index: Int32) -> SQLiteError {
    // SAFETY: SQLite keeps the name until it prepares the statement again, and it is copied here.
    let name = sqlite3_column_name(statement.handle, index).map { String(cString: $0) } ?? "\(index)"
    return SQLiteError(.mismatch, "column `\(name)` doesn't hold \(wanted)", path: connection.path)
  }
}
