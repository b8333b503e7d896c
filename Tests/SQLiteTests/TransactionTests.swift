import SQLite
import TestSupport
import Testing

/// All of a transaction, or nothing.
struct TransactionTests {
  private struct Stop: Error {}
  private let database: Database
  private var connection: Connection { database.connection }

  init() throws { database = try Database("CREATE TABLE t (i INTEGER NOT NULL UNIQUE) STRICT") }

  private var numbers: [Int64] { get throws { try connection.numbers("SELECT i FROM t ORDER BY i") } }

  private func insert(_ number: Int) throws { try connection.run("INSERT INTO t VALUES (?)", [Value(number)]) }

  @Test("completed work is committed; a second transaction inside is an error")
  func commits() throws {
    for (number, kind) in [Connection.TransactionKind.deferred, .immediate].enumerated() {
      let result = try connection.transaction(kind) {
        verify(connection.isInTransaction)
        verify(throws: SQLiteError.self) { try connection.transaction {} }
        try insert(number)
        return "done"
      }
      verify(result == "done" && !connection.isInTransaction)
    }
    try verify(Connection(database.path, for: .reading).numbers("SELECT i FROM t"), equals: [0, 1])
  }

  @Test("a failed transaction is undone, and its error is the first failure; foreign keys are enforced")
  func undone() throws {
    try insert(1)
    verify(throws: Stop.self) {
      try connection.transaction {
        try insert(2)
        throw Stop()
      }
    }
    let error = verify(throws: SQLiteError.self) {
      try connection.transaction {
        try insert(3)
        try insert(1)
      }
    }
    verify(error?.code.primary.rawValue, equals: 19)
    verify(throws: Stop.self) {
      try connection.transaction {
        try connection.savepoint {
          // The savepoint that the error is to undo is gone.
          try connection.execute("RELEASE nested")
          throw Stop()
        }
      }
    }
    try verify(numbers == [1] && !connection.isInTransaction)
    try connection.execute("CREATE TABLE child (t INTEGER NOT NULL REFERENCES t (i)) STRICT")
    let foreign = verify(throws: SQLiteError.self) { try connection.run("INSERT INTO child VALUES (7)") }
    verify(foreign?.code.primary.rawValue, equals: 19)
  }

  @Test func aSavepointUndoesOnlyItsPart() throws {
    try connection.transaction {
      try insert(1)
      verify(throws: Stop.self) {
        try connection.savepoint {
          try insert(2)
          try connection.savepoint { try insert(3) }
          throw Stop()
        }
      }
      verify(connection.isInTransaction)
      try connection.savepoint { try insert(4) }
    }
    try verify(numbers, equals: [1, 4])
  }

  @Test func anotherWriterIsBusyUntilTheTimeout() throws {
    let other = try Connection(database.path, for: .writing, busyTimeout: 100)
    try connection.transaction {
      let start = ContinuousClock.now
      let error = verify(throws: SQLiteError.self) { try other.transaction {} }
      verify(error?.code.primary == .busy && error?.path == database.path)
      verify(ContinuousClock.now - start >= .milliseconds(90))
    }
    try other.transaction { try other.run("INSERT INTO t VALUES (9)") }
  }
}
