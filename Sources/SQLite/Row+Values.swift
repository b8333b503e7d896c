private import CSQLite

/// A value of a row as SQLite holds it, of whatever type.
package enum StoredValue {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a text. Valid for the length of the call.
  case text(UnsafeRawBufferPointer)
  /// The bytes of a blob. Valid for the length of the call.
  case blob(UnsafeRawBufferPointer)
}

extension Row {
  /// Passes each of the row's values to `body`, in the order of the columns, without copying any.
  package func forEachValue(_ body: (StoredValue) -> Void) {
    for index in 0..<sqlite3_column_count(handle) { body(value(at: index)) }
  }

  /// The value in a column, by its position from 0. Valid until the next row is read.
  package func value(at position: Int) -> StoredValue { value(at: Int32(position)) }

  private func value(at index: Int32) -> StoredValue {
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: .text(bytes(sqlite3_column_text(handle, index), at: index))
    case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, index), at: index))
    default: .null
    }
  }

  private func bytes(_ start: UnsafeRawPointer?, at index: Int32) -> UnsafeRawBufferPointer {
    // SAFETY: SQLite keeps this many bytes until the next step; `forEachValue` lends them no longer than that.
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }
}
