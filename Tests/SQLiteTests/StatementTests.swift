import SQLite
import TestSupport
import Testing

/// Compiled statements, and rows that are still read.
struct StatementTests {
  private let database: Database
  private var connection: Connection { database.connection }
  private let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"

  init() throws { database = try Database() }

  @Test("rows of one statement that are read by turns are their own; releasing some leaves the others alone")
  func interleaved() throws {
    let outer = try connection.rows(count, [Value(3)])
    var pairs: [String] = []
    while let row = try outer.next() {
      let first = try row.integer("i")
      let inner = try connection.rows(count, [Value(2)])
      while let row = try inner.next() { pairs.append("\(first)\(try row.integer("i"))") }
    }
    verify(pairs, equals: ["11", "12", "21", "22", "31", "32"])
    // Also before the first was read.
    var first: Rows? = try connection.rows(count, [Value(5)])
    let second = try connection.rows(count, [Value(2)])
    try verify(second.nextNumber() == 1 && first?.nextNumber() == 1)
    first = nil
    try verify(second.nextNumber() == 2 && second.nextNumber() == nil)
    try verify(connection.numbers(count, [Value(1)]), equals: [1])
  }

  @Test("a row keeps its values, its statement and its connection")
  func kept() throws {
    func first(_ count: Int) throws -> Row { try database.row("SELECT ? AS i", [Value(count)]) }
    let row = try first(5)
    try verify(first(6).integer("i"), equals: 6)
    for index in 0..<300 { try verify(connection.number("SELECT \(index)"), equals: Int64(index)) }
    try verify(row.integer("i"), equals: 5)
    func rows() throws -> Rows { try Connection(":memory:", for: .writing).prepare("SELECT 'kept' AS text").rows() }
    func last() throws -> Row? { try rows().next() }
    try verify(last()?.text("text") == "kept" && rows().nextText() == "kept")
  }

  @Test("nothing follows the last row, and rows that are let go hold no transaction")
  func ended() throws {
    let rows = try connection.rows(count, [Value(1)])
    try verify(rows.next() != nil)
    for _ in 0..<3 { try verify(rows.next() == nil) }
    let numbers = try connection.rows(count, [Value(1)])
    try verify(numbers.nextNumber(), equals: 1)
    for _ in 0..<3 { try verify(numbers.nextNumber() == nil && numbers.nextText() == nil) }
    try connection.execute("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1), (2)")
    do { _ = try connection.rows("SELECT i FROM t").next() }
    try connection.execute("DROP TABLE t")
  }

  @Test func aStatementRunsAgainWithOtherValues() throws {
    try connection.execute("CREATE TABLE t (i INTEGER) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    for number in 1...3 { try insert.run([Value(number)]) }
    try verify(connection.numbers("SELECT i FROM t ORDER BY i"), equals: [1, 2, 3])
    verify(connection.lastInsertedRow == 3 && connection.changeCount == 1 && connection.totalChangeCount == 3)
  }

  @Test("no statement, an unknown one, and another number of values are errors, after which all goes on")
  func errors() throws {
    for sql in ["", "  ", "-- nothing"] {
      let error = verify(throws: SQLiteError.self) { try connection.prepare(sql) }
      verify(error?.code.primary, equals: .error, "\(sql)")
    }
    let error = verify(throws: SQLiteError.self) { try connection.run("SELEKT") }
    verify(error?.code == .error && error?.message.contains("SELEKT") == true && error?.path == database.path)
    for values in [[], [Value(1)], [Value(1), Value(2), Value(3)]] {
      let error = verify(throws: SQLiteError.self) { try database.row("SELECT ?, ?", values) }
      verify(error?.code == .range && error?.path == database.path, "\(values)")
    }
    try verify(connection.numbers("SELECT ?, ?", [Value(1), Value(2)]), equals: [1])
  }
}
