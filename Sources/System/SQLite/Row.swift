private import CSQLite

/// One row, whose columns are read by name. Valid until the next one is read.
///
/// NULL or a type other than the one requested is an error, never a trap: any byte of a file can be wrong. All
/// accessors throw ``SQLiteError`` with ``SQLiteError/Code/mismatch`` for that.
package struct Row {
  // SAFETY: `rows` keeps the statement, and the caller keeps a row only until the next one is read; types are checked
  // before a value is requested.

  private let rows: Rows

  init(_ rows: Rows) { self.rows = rows }

  var handle: OpaquePointer { rows.statement.handle }

  package func text(_ column: StaticString) throws(SQLiteError) -> String {
    try rows.text(at: rows.statement.index(of: column))
  }

  /// A column as text; nil for NULL.
  package func optionalText(_ column: StaticString) throws(SQLiteError) -> String? {
    let index = try rows.statement.index(of: column)
    return isNull(index) ? nil : try rows.text(at: index)
  }

  /// A column as a whole number.
  package func integer(_ column: StaticString) throws(SQLiteError) -> Int {
    Int(try number(at: rows.statement.index(of: column)))
  }

  /// A column as a whole number; nil for NULL.
  package func optionalInteger(_ column: StaticString) throws(SQLiteError) -> Int? {
    let index = try rows.statement.index(of: column)
    return isNull(index) ? nil : Int(try number(at: index))
  }

  /// A column as a row ID, or as any other 64-bit integer.
  package func rowID(_ column: StaticString) throws(SQLiteError) -> Int64 {
    try number(at: rows.statement.index(of: column))
  }

  /// The 64 bits that ``Value/init(_:)-(UInt64)`` has stored as a signed number; nil for NULL.
  package func optionalBits(_ column: StaticString) throws(SQLiteError) -> UInt64? {
    let index = try rows.statement.index(of: column)
    return isNull(index) ? nil : UInt64(bitPattern: try number(at: index))
  }

  /// Whether a column's whole number is not 0.
  package func flag(_ column: StaticString) throws(SQLiteError) -> Bool {
    try number(at: rows.statement.index(of: column)) != 0
  }

  /// A column as a number; nil for NULL.
  package func optionalNumber(_ column: StaticString) throws(SQLiteError) -> Double? {
    let index = try rows.statement.index(of: column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_column_double(handle, index)
    default: throw rows.mismatch("a number", at: index)
    }
  }

  /// A column's bytes.
  package func blob(_ column: StaticString) throws(SQLiteError) -> [UInt8] {
    let index = try rows.statement.index(of: column)
    guard sqlite3_column_type(handle, index) == SQLITE_BLOB else { throw rows.mismatch("a blob", at: index) }
    return [UInt8](bytes(sqlite3_column_blob(handle, index), at: index))
  }

  /// The error for a column whose value has the right type but no meaning.
  package func mismatch(_ column: StaticString, wanted: StaticString) throws(SQLiteError) -> SQLiteError {
    rows.mismatch(wanted, at: try rows.statement.index(of: column))
  }

  /// The number in the first column; nil for NULL.
  func firstNumber() throws(SQLiteError) -> Int64? { isNull(0) ? nil : try number(at: 0) }

  private func isNull(_ index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }

  private func number(at index: Int32) throws(SQLiteError) -> Int64 {
    guard sqlite3_column_type(handle, index) == SQLITE_INTEGER else { throw rows.mismatch("an integer", at: index) }
    return sqlite3_column_int64(handle, index)
  }
}

/// A value of a row as SQLite holds it, whatever its type.
package enum StoredValue {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a string. Valid until the next row is read.
  case text(UnsafeRawBufferPointer)
  /// The bytes of a blob. Valid until the next row is read.
  case blob(UnsafeRawBufferPointer)
}

extension Row {
  /// The value in a column, by its position from 0. Valid until the next row is read.
  package func value(at position: Int) -> StoredValue {
    let index = Int32(position)
    return switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: .text(bytes(sqlite3_column_text(handle, index), at: index))
    case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, index), at: index))
    default: .null
    }
  }

  private func bytes(_ start: UnsafeRawPointer?, at index: Int32) -> UnsafeRawBufferPointer {
    // SAFETY: SQLite keeps this many bytes until the next step.
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }
}
