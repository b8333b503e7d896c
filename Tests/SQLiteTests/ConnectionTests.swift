import SQLite
import TestSupport
import Testing

/// The overlay of SQLite: statements and rows, transactions, functions.
@Suite struct ConnectionTests {
  private let folder = TemporaryFolder()
  private let connection: Connection

  init() throws {
    connection = try Connection(folder("test.sqlite"), for: .writing)
    try connection.execute("CREATE TABLE item (number INTEGER, text TEXT)")
    for number in 1...5 {
      try connection.run("INSERT INTO item VALUES (?, ?)", [Value(number), Value("text \(number)")])
    }
  }

  private static let above = "SELECT number FROM item WHERE number > ? ORDER BY number"

  @Test("rows of one statement that are read by turns are their own, also before the first was read")
  func interleaved() throws {
    let high = try connection.rows(Self.above, [Value(3)])
    var low: Rows? = try connection.rows(Self.above, [Value(0)])
    #expect(try high.nextNumber() == 4)
    #expect(try low?.nextNumber() == 1)
    low = nil
    #expect(try high.nextNumber() == 5)
    #expect(try high.nextNumber() == nil)
    #expect(try connection.numbers(Self.above, [Value(4)]) == [5])
  }

  @Test("releasing unread rows leaves other rows of the statement alone")
  func unread() throws {
    var first: Rows? = try connection.rows(Self.above, [Value(0)])
    #expect(first != nil)
    let second = try connection.rows(Self.above, [Value(2)])
    #expect(try second.nextNumber() == 3)
    first = nil
    #expect(try second.nextNumber() == 4)
  }

  @Test("a row keeps its values while a later query uses the statement")
  func kept() throws {
    let row = try connection.rows("SELECT number, text FROM item WHERE number = ?", [Value(1)]).next()
    #expect(
      try connection.rows("SELECT number, text FROM item WHERE number = ?", [Value(2)]).next()?.text("text") == "text 2"
    )
    #expect(try row?.text("text") == "text 1")
  }

  @Test("rows outlive the variable that held their connection")
  func lifetime() throws {
    var other: Connection? = try Connection(folder("test.sqlite"), for: .reading)
    let rows = try #require(try other?.rows(Self.above, [Value(0)]))
    other = nil
    #expect(try rows.nextNumber() == 1)
  }

  @Test("a null character ends no text: bound, stored, or returned by a function")
  func nullCharacters() throws {
    try connection.addFunction("same", argumentCount: 1) { Value($0.text(0)) }
    #expect(try connection.texts("SELECT ?", [Value("a\0b")]) == ["a\0b"])
    #expect(try connection.texts("SELECT same(?)", [Value("a\0b")]) == ["a\0b"])
    #expect(try connection.texts("SELECT same(?)", [Value("")]) == [""])
  }

  @Test("a failed transaction is undone, and its error is the first failure")
  func undone() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try connection.transaction {
        try connection.run("DELETE FROM item")
        throw Failure()
      }
    }
    #expect(try connection.number("SELECT count(*) FROM item") == 5)
    #expect(throws: Failure.self) {
      try connection.transaction {
        try connection.savepoint {
          // The savepoint that the error is to undo is gone.
          try connection.execute("RELEASE nested")
          throw Failure()
        }
      }
    }
    #expect(!connection.isInTransaction)
  }

  @Test("a savepoint undoes its own changes only")
  func savepoint() throws {
    struct Failure: Error {}
    try connection.transaction {
      try connection.run("DELETE FROM item WHERE number = 1")
      #expect(throws: Failure.self) {
        try connection.savepoint {
          try connection.run("DELETE FROM item")
          throw Failure()
        }
      }
    }
    #expect(try connection.number("SELECT count(*) FROM item") == 4)
  }

  @Test("errors say the code and the path")
  func errors() throws {
    let mismatch = #expect(throws: SQLiteError.self) { try connection.numbers("SELECT text FROM item") }
    #expect(mismatch?.code == .mismatch)
    let missing = #expect(throws: SQLiteError.self) {
      try Connection(folder("none.sqlite"), for: .reading).number("SELECT 1 FROM item")
    }
    #expect(missing?.path == folder("none.sqlite"))
    let range = #expect(throws: SQLiteError.self) { try connection.run("SELECT ?", []) }
    #expect(range?.code == .range)
    // Every statement is free again after its error.
    #expect(try connection.numbers(Self.above, [Value(3)]) == [4, 5])
  }
}
