private import CSQLite
private import Glibc

/// A compiled statement: corresponds to `sqlite3_stmt`.
package final class Statement {
  let handle: OpaquePointer
  /// The connection, kept alive by a statement that a caller keeps; nil for cached ones, which their connection
  /// outlives.
  private let owner: Connection?
  private unowned let connection: Connection
  /// The indexes of columns that have been requested by name, with the address of the name.
  private var columns: [(name: UnsafePointer<UInt8>, index: Int32)] = []
  private var hint = 0

  init(_ sql: String, on connection: Connection, isCached: Bool = false) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let flags = isCached ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    guard sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil) == SQLITE_OK else {
      throw connection.failure
    }
    guard let prepared else { throw SQLiteError(.error, "there is no statement in `\(sql)`", path: connection.path) }
    handle = prepared
    owner = isCached ? nil : connection
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether the statement's rows are being read. Unlike `sqlite3_stmt_busy`, this is true even before the first row,
  /// as soon as the statement has its values.
  private(set) var isBusy = false

  /// Runs the statement with values for its parameters.
  package func run(_ values: [Value] = []) throws(SQLiteError) {
    try bind(values)
    isBusy = true
    defer { reset() }
    while try step() {}
  }

  /// Returns the rows of the statement with values for its parameters.
  package func rows(_ values: [Value] = []) throws(SQLiteError) -> Rows {
    try bind(values)
    isBusy = true
    return Rows(self, connection)
  }

  /// Resets the statement, and gives its parameters these values.
  private func bind(_ values: [Value]) throws(SQLiteError) {
    sqlite3_reset(handle)
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
      let count = sqlite3_bind_parameter_count(handle)
      throw SQLiteError(.range, "\(values.count) values for \(count) parameters", path: connection.path)
    }
    for (position, value) in values.enumerated() {
      guard bind(value, at: Int32(position + 1)) == SQLITE_OK else { throw connection.failure }
    }
  }

  private func bind(_ value: Value, at position: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, position)
    case .integer(let number): return sqlite3_bind_int64(handle, position, number)
    case .real(let number): return sqlite3_bind_double(handle, position, number)
    case .blob(let bytes):
      // An empty array may have no address, and SQLite takes a null pointer for NULL.
      if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, position, 0) }
      // SAFETY: SQLITE_TRANSIENT makes SQLite copy the bytes before the call returns.
      return bytes.withUnsafeBytes { sqlite3_bind_blob(handle, position, $0.baseAddress, Int32($0.count), transient) }
    case .text(var text):
      return text.withUTF8 { bytes in
        // SAFETY: SQLITE_TRANSIENT makes SQLite copy the bytes before the call returns. An empty text has no address
        // of its own, and SQLite takes a null pointer for NULL.
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(handle, position, characters.baseAddress ?? emptyText, Int32(characters.count), transient)
        }
      }
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: false after the last.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure
    }
  }

  /// Ends the reading of rows.
  func reset() {
    sqlite3_reset(handle)
    isBusy = false
  }

  /// The index of the column with a name.
  func index(of column: StaticString) throws(SQLiteError) -> Int32 {
    let name = column.utf8Start
    let known = columns
    // Columns are mostly read in order, so the search begins after the one found last.
    for offset in known.indices {
      let position = hint + offset < known.count ? hint + offset : hint + offset - known.count
      guard known[position].name == name else { continue }
      hint = position + 1 == known.count ? 0 : position + 1
      return known[position].index
    }
    let index = try find(column)
    columns.append((name: name, index: index))
    return index
  }

  private func find(_ column: StaticString) throws(SQLiteError) -> Int32 {
    // SAFETY: SQLite keeps its name until it prepares the statement again, and a StaticString lives for ever. Both end
    // with NUL.
    let wanted = UnsafeRawPointer(column.utf8Start).assumingMemoryBound(to: CChar.self)
    for index in 0..<sqlite3_column_count(handle) {
      if let name = sqlite3_column_name(handle, index), strcmp(name, wanted) == 0 { return index }
    }
    throw SQLiteError(.range, "no column is named `\(column)`", path: connection.path)
  }
}

/// `SQLITE_TRANSIENT`, a macro that Swift doesn't import.
///
/// SAFETY: SQLite compares it, and never calls it.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

// SAFETY: The byte is written before anyone can read it, then neither changed nor freed.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()

/// A value that a statement takes or a function returns: corresponds to SQLite's storage classes.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ text: String) { self = .text(text) }
  package init(_ number: Int) { self = .integer(Int64(number)) }
  package init(_ number: Int64) { self = .integer(number) }
  package init(_ number: Double) { self = .real(number) }
  /// SQLite has no Booleans: it stores 1 or 0.
  package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  /// The same 64 bits as a signed number, which is all that SQLite has.
  package init(_ bits: UInt64) { self = .integer(Int64(bitPattern: bits)) }

  package init(_ text: String?) { self = text.map(Value.text) ?? .null }
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  package init(_ number: Double?) { self = number.map(Value.real) ?? .null }
  package init(_ bits: UInt64?) { self = bits.map { .integer(Int64(bitPattern: $0)) } ?? .null }
}
