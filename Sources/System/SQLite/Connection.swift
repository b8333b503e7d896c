private import CSQLite

/// An open database: corresponds to `sqlite3`.
///
/// Belongs to one thread at a time: SQLite's own mutexes are off. Statements and rows keep their connection open.
package final class Connection {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// Nothing is written; a file that is missing is an error (`SQLITE_OPEN_READONLY`).
    case reading
    /// The file is created if it is missing (`SQLITE_OPEN_READWRITE`, `SQLITE_OPEN_CREATE`). Foreign keys are enforced.
    case writing
  }

  /// The version of SQLite (`sqlite3_libversion`).
  package static var libraryVersion: String {
    // SAFETY: The text is a constant of the library, which stays loaded.
    String(cString: sqlite3_libversion())
  }

  /// The path or `file:` URI that was opened.
  package let path: String
  let handle: OpaquePointer
  private let busyHandler: BusyHandler
  private var statements: [String: Statement] = [:]

  /// Opens a database. SQLite reads the file only when the connection is first used.
  ///
  /// - Parameters:
  ///   - path: a path, or a URI that begins with `file:`.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: ``SQLiteError``.
  package init(_ path: String, for mode: Mode, busyTimeout: Int32 = 30_000) throws(SQLiteError) {
    self.path = path
    let access = mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
    guard status == SQLITE_OK, let opened else {
      // SAFETY: SQLite's text lasts until the next call with this handle, and is copied; the handle is closed after its
      // last use.
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "memory is exhausted"
      let code = opened.map(sqlite3_extended_errcode) ?? status
      let system = opened.map(sqlite3_system_errno) ?? 0
      sqlite3_close_v2(opened)
      throw SQLiteError(SQLiteError.Code(rawValue: code), message, path: path, systemError: system)
    }
    handle = opened
    busyHandler = BusyHandler(patience: busyTimeout)
    busyHandler.install(on: handle)
    if mode == .writing { try execute("PRAGMA foreign_keys = ON") }
  }

  deinit {
    // SAFETY: every statement keeps its connection alive, except cached ones, which are finalized first.
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// The row ID of the last INSERT (`sqlite3_last_insert_rowid`).
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows that the last statement itself inserted, updated or deleted (`sqlite3_changes`).
  package var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// The number of rows that statements have changed since the connection was opened, including changes by triggers and
  /// foreign keys (`sqlite3_total_changes`).
  package var totalChangeCount: Int { Int(sqlite3_total_changes(handle)) }

  /// Runs a script: statements without parameters, separated by semicolons (`sqlite3_exec`).
  package func execute(_ script: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Replaces everything in this database with what another one has (`sqlite3_backup_step`).
  package func copy(_ other: Connection) throws(SQLiteError) {
    // SAFETY: Both connections belong to this thread, and the backup is finished before either is used again.
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else { throw failure }
    let status = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard status == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteError(SQLiteError.Code(rawValue: end), String(cString: sqlite3_errstr(end)), path: other.path)
    }
  }

  /// Compiles a statement that the caller keeps.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement { try Statement(sql, on: self) }

  /// Returns a statement that is compiled once and kept with the connection. One that is still being read is left
  /// alone: the caller gets another.
  func cachedStatement(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    let statement = try Statement(sql, on: self, isCached: true)
    if statements.count >= Self.cacheLimit { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// The number of statements that stay compiled; it is limited because a long-running host keeps preparing new ones.
  private static let cacheLimit = 128

  /// The error of the last call.
  var failure: SQLiteError {
    let code = SQLiteError.Code(rawValue: sqlite3_extended_errcode(handle))
    if code.primary == .busy, busyHandler.lacksLocks {
      return SQLiteError(.noLock, "the file system has no lock for it", path: path)
    }
    if code == .failedRead || code == .corruptFileSystem || code.primary == .corrupt && hasFailedReads {
      return .failedRead(path)
    }
    // SAFETY: SQLite's text lasts until the next call on this connection, which belongs to one thread, and is copied.
    return SQLiteError(
      code, String(cString: sqlite3_errmsg(handle)), path: path, systemError: sqlite3_system_errno(handle))
  }

  /// Whether the disk fails to read all of the database's file or of its log, which SQLite mistakes for damage.
  package var hasFailedReads: Bool {
    // SAFETY: SQLite keeps the name as long as the connection is open, and it is copied.
    guard let name = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }), !name.isEmpty else {
      return false
    }
    return DatabaseFile.hasFailedReads(name)
  }
}

/// Runs statements by their SQL, each compiled once per connection. Pass one value per parameter.
extension Connection {
  /// Runs a statement, and ignores its rows.
  package func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
    try cachedStatement(sql).run(values)
  }

  /// The rows of a statement.
  package func rows(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Rows {
    try cachedStatement(sql).rows(values)
  }

  /// The number in the first column of the first row; nil if there is no row, or NULL.
  package func number(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int64? {
    guard let row = try rows(sql, values).next() else { return nil }
    return try row.firstNumber()
  }

  /// The numbers in the first column.
  package func numbers(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [Int64] {
    let rows = try rows(sql, values)
    var numbers: [Int64] = []
    while let number = try rows.nextNumber() { numbers.append(number) }
    return numbers
  }

  /// The strings in the first column.
  package func texts(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [String] {
    let rows = try rows(sql, values)
    var texts: [String] = []
    while let text = try rows.nextText() { texts.append(text) }
    return texts
  }
}

/// SQLite's memory statistics, updated under a lock at each allocation, which takes an eighth of the instructions for
/// opening a store.
package enum MemoryStatistics {
  /// Turns them off (`SQLITE_CONFIG_MEMSTATUS`), for the whole process. Only for a program of our own: a host may use
  /// SQLite, too.
  ///
  /// Has no effect once anything has used SQLite. Other threads must not use it meanwhile.
  package static func turnOff() { _ = aucatTurnOffMemoryStatistics() }
}
