private import CSQLite

extension Arguments {
  /// The argument at a position from 0; NULL beyond the last. Valid until the function returns.
  package func value(at position: Int) -> StoredValue {
    guard let value = value(position) else { return .null }
    return switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: .real(sqlite3_value_double(value))
    case SQLITE_TEXT: .text(bytes(sqlite3_value_text(value), of: value))
    case SQLITE_BLOB: .blob(bytes(sqlite3_value_blob(value), of: value))
    default: .null
    }
  }

  private func bytes(_ start: UnsafeRawPointer?, of value: OpaquePointer) -> UnsafeRawBufferPointer {
    // SAFETY: SQLite keeps this many bytes for the length of the call.
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
