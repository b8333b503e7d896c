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
