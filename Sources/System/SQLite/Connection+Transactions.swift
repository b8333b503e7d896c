private import CSQLite

extension Connection {
  /// When a transaction takes its lock.
  package enum TransactionKind: String, Sendable {
    /// When it first reads or writes.
    case deferred = "DEFERRED"
    /// Immediately, in order to write (`BEGIN IMMEDIATE`).
    case immediate = "IMMEDIATE"
  }

  /// Whether a transaction is open (`sqlite3_get_autocommit`).
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in one transaction, all or nothing. To nest, see ``savepoint(_:)``.
  ///
  /// - Throws: ``SQLiteError``, and what `body` throws.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try begin(kind)
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction of a kind.
  package func begin(_ kind: TransactionKind) throws { try run("BEGIN \(kind.rawValue)") }

  /// Commits a transaction, which stays open if this throws.
  package func commit() throws { try run("COMMIT") }

  /// Undoes a transaction, if one is open: after some errors, such as a full disk, SQLite has already rolled it back by
  /// itself. An error here is ignored, because what failed before is the cause.
  package func rollBack() { if isInTransaction { try? run("ROLLBACK") } }

  /// Runs `body` within the open transaction; if it throws, its changes are undone and the transaction continues.
  ///
  /// - Throws: ``SQLiteError``, and what `body` throws.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT nested")
    do {
      let result = try body()
      try run("RELEASE nested")
      return result
    } catch {
      if isInTransaction {
        try? run("ROLLBACK TO nested")
        try? run("RELEASE nested")
      }
      throw error
    }
  }

  /// Writes a compact copy of the database to a path, at which there may be an empty file (`VACUUM INTO`). Every page
  /// is read, so a damaged database gives an error and no copy.
  package func backUp(to path: String) throws(SQLiteError) { try run("VACUUM INTO ?", [Value(path)]) }
}
