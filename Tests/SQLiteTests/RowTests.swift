import SQLite
import TestSupport
import Testing

/// Columns are read by name, and what they hold may be anything.
@Suite struct RowTests {
  private let database: Database

  init() throws { database = try Database() }

  @Test func columnsAreFoundByNameInAnyOrder() throws {
    let row = try database.row("SELECT 1 AS a, 2 AS b, 3 AS c, 'x' AS d")
    #expect(try row.integer("c") == 3 && row.integer("a") == 1 && row.text("d") == "x" && row.integer("b") == 2)
    #expect(try row.integer("c") == 3 && row.integer("c") == 3)
  }

  @Test func aMissingColumnIsAnErrorThatNamesIt() throws {
    let row = try database.row("SELECT 1 AS a")
    let error = failure { _ = try row.integer("b") }
    #expect(error?.code == .range && error?.message.contains("`b`") == true)
    #expect(try row.integer("a") == 1)
  }

  @Test(
    "a value of another type is a mismatch that names the column",
    arguments: ["NULL", "'text'", "1", "1.5", "x'00FF'", "zeroblob(0)"])
  func mismatches(expression: String) throws {
    let row = try database.row("SELECT \(expression) AS cell")
    func check(_ isRight: Bool, _ read: () throws -> Void) {
      let error = failure(read)
      #expect(error?.code == (isRight ? nil : .mismatch), "\(expression)")
      if let error { #expect(error.message.contains("`cell`") && error.path == database.path) }
    }
    let isNull = expression == "NULL"
    check(expression == "'text'") { _ = try row.text("cell") }
    check(expression == "'text'" || isNull) { _ = try row.optionalText("cell") }
    check(expression == "1") { _ = try row.integer("cell") }
    check(expression == "1") { _ = try row.rowID("cell") }
    check(expression == "1") { _ = try row.flag("cell") }
    check(expression == "1" || isNull) { _ = try row.optionalInteger("cell") }
    check(expression == "1" || isNull) { _ = try row.optionalBits("cell") }
    check(["1", "1.5", "NULL"].contains(expression)) { _ = try row.optionalNumber("cell") }
    check(expression == "1" || isNull) { _ = try database.connection.number("SELECT \(expression) AS cell") }
    check(expression == "1") { _ = try database.connection.numbers("SELECT \(expression) AS cell") }
    check(expression == "'text'") { _ = try database.connection.texts("SELECT \(expression) AS cell") }
  }

  @Test func aTextThatIsNotUTF8IsRepaired() throws {
    #expect(try database.row("SELECT CAST(x'61FF62' AS TEXT) AS cell").text("cell") == "a\u{FFFD}b")
  }

  @Test func firstColumnsAreListed() throws {
    let union = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'"
    #expect(try database.connection.numbers(union) == [1, 2])
    #expect(try database.connection.texts("SELECT b FROM (\(union))") == ["x", "y"])
    #expect(try database.connection.texts("SELECT 'x' WHERE 0") == [])
    #expect(try database.connection.number("SELECT 1 WHERE 0") == nil)
  }
}
