import SQLite
import TestSupport
import Testing

/// All of a transaction, or nothing.
@Suite struct TransactionTests {
  private struct Stop: Error {}
  private let database: Database
  private var connection: Connection { database.connection }

  init() throws { database = try Database("CREATE TABLE t (i INTEGER NOT NULL UNIQUE) STRICT") }

  private var numbers: [Int64] { get throws { try connection.numbers("SELECT i FROM t ORDER BY i") } }

  @Test("completed work is committed", arguments: [Connection.TransactionKind.deferred, .immediate])
  func commits(kind: Connection.TransactionKind) throws {
    let result = try connection.transaction(kind) {
      #expect(connection.isInTransaction)
      try connection.run("INSERT INTO t VALUES (1)")
      return "done"
    }
    #expect(result == "done" && !connection.isInTransaction)
    #expect(try Connection(database.path, for: .reading).numbers("SELECT i FROM t") == [1])
  }

  @Test func anErrorUndoesEverything() throws {
    try connection.run("INSERT INTO t VALUES (1)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    let error = failure {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (3)")
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    #expect(error?.code.primary.rawValue == 19)
    #expect(try numbers == [1] && !connection.isInTransaction)
  }

  @Test func aSavepointUndoesOnlyItsPart() throws {
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop.self) {
        try connection.savepoint {
          try connection.run("INSERT INTO t VALUES (2)")
          try connection.savepoint { try connection.run("INSERT INTO t VALUES (3)") }
          throw Stop()
        }
      }
      #expect(connection.isInTransaction)
      try connection.savepoint { try connection.run("INSERT INTO t VALUES (4)") }
    }
    #expect(try numbers == [1, 4])
  }

  @Test func aSecondTransactionInsideIsAnError() throws {
    try connection.transaction {
      #expect(failure { try connection.transaction {} } != nil)
      try connection.run("INSERT INTO t VALUES (1)")
    }
    #expect(try numbers == [1])
  }

  @Test func anotherWriterIsBusyUntilTheTimeout() throws {
    let other = try Connection(database.path, for: .writing, busyTimeout: 100)
    try connection.transaction {
      let start = ContinuousClock.now
      let error = failure { try other.transaction {} }
      #expect(error?.code.primary == .busy && error?.path == database.path)
      #expect(ContinuousClock.now - start >= .milliseconds(90))
    }
    #expect(throws: Never.self) { try other.transaction { try other.run("INSERT INTO t VALUES (9)") } }
  }

  @Test func foreignKeysAreEnforced() throws {
    try connection.execute("CREATE TABLE child (t INTEGER NOT NULL REFERENCES t (i)) STRICT")
    #expect(failure { try connection.run("INSERT INTO child VALUES (7)") }?.code.primary.rawValue == 19)
  }
}
