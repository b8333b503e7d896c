import SQLite
import TestSupport
import Testing

/// Compiled statements, and rows that are still read.
@Suite struct StatementTests {
  private let database: Database
  private var connection: Connection { database.connection }
  private let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"

  init() throws { database = try Database() }

  @Test func aStatementThatIsStillReadIsNotResetByItsSQL() throws {
    let outer = try connection.rows(count, [Value(3)])
    var pairs: [String] = []
    while let row = try outer.next() {
      let first = try row.integer("i")
      let inner = try connection.rows(count, [Value(2)])
      while let row = try inner.next() { pairs.append("\(first)\(try row.integer("i"))") }
    }
    #expect(pairs == ["11", "12", "21", "22", "31", "32"])
  }

  @Test func aRowKeepsItsStatement() throws {
    func first() throws -> Row? { try connection.rows(count, [Value(5)]).next() }
    let row = try #require(try first())
    #expect(try connection.numbers(count, [Value(2)]) == [1, 2])
    for index in 0..<300 { _ = try connection.number("SELECT \(index)") }
    #expect(try row.integer("i") == 1)
  }

  @Test func aRowKeepsItsConnection() throws {
    func row() throws -> Row? {
      let other = try Connection(":memory:", for: .writing)
      return try other.prepare("SELECT 'kept' AS text").rows().next()
    }
    #expect(try row()?.text("text") == "kept")
  }

  @Test func nothingFollowsTheLastRow() throws {
    let rows = try connection.rows(count, [Value(1)])
    #expect(try rows.next() != nil)
    for _ in 0..<3 { #expect(try rows.next() == nil) }
    let numbers = try connection.rows(count, [Value(1)])
    #expect(try numbers.nextNumber() == 1)
    for _ in 0..<3 { #expect(try numbers.nextNumber() == nil && numbers.nextText() == nil) }
  }

  @Test func rowsThatAreLetGoHoldNoTransaction() throws {
    try connection.execute("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1), (2)")
    do { _ = try connection.rows("SELECT i FROM t").next() }
    #expect(throws: Never.self) { try connection.execute("DROP TABLE t") }
  }

  @Test func aStatementRunsAgainWithOtherValues() throws {
    try connection.execute("CREATE TABLE t (i INTEGER) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    for number in 1...3 { try insert.run([Value(number)]) }
    #expect(try connection.numbers("SELECT i FROM t ORDER BY i") == [1, 2, 3])
    #expect(connection.lastInsertedRow == 3 && connection.changeCount == 1 && connection.totalChangeCount == 3)
  }

  @Test func noStatementIsAnError() {
    for sql in ["", "  ", "-- nothing"] {
      #expect(failure { _ = try connection.prepare(sql) }?.code.primary == .error, "\(sql)")
    }
    let error = failure { try connection.run("SELEKT") }
    #expect(error?.code == .error && error?.message.contains("SELEKT") == true && error?.path == database.path)
  }

  @Test func manyDifferentStatementsCanBeRun() throws {
    for index in 0..<1_000 { #expect(try connection.number("SELECT \(index)") == Int64(index)) }
  }
}
