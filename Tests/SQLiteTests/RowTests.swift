import SQLite
import TestSupport
import Testing

/// Columns are read by name, and what they hold may be anything.
struct RowTests {
  private let database: Database

  init() throws { database = try Database() }

  @Test("columns are found by name in any order, and one that is missing is named; first columns are listed")
  func columns() throws {
    let row = try database.row("SELECT 1 AS a, 2 AS b, 3 AS c, 'x' AS d")
    try verify(row.integer("c") == 3 && row.integer("a") == 1 && row.text("d") == "x" && row.integer("b") == 2)
    let error = verify(throws: SQLiteError.self) { try row.integer("e") }
    verify(error?.code == .range && error?.message.contains("`e`") == true)
    try verify(row.integer("c") == 3 && row.integer("c") == 3)
    let union = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'"
    try verify(database.connection.numbers(union), equals: [1, 2])
    try verify(database.connection.texts("SELECT b FROM (\(union))"), equals: ["x", "y"])
    try verify(database.connection.texts("SELECT 'x' WHERE 0"), equals: [])
    try verify(database.connection.number("SELECT 1 WHERE 0") == nil)
  }

  @Test("a value of another type is a mismatch that names the column")
  func mismatches() throws {
    let connection = database.connection
    for expression in ["NULL", "'text'", "1", "1.5", "x'00FF'", "zeroblob(0)"] {
      let row = try database.row("SELECT \(expression) AS cell")
      func check(_ right: [String], _ read: () throws -> Any?) throws {
        if right.contains(expression) { return _ = try read() }
        let error = verify(throws: SQLiteError.self, "\(expression)", read)
        verify(error?.code == .mismatch && error?.message.contains("`cell`") == true && error?.path == database.path)
      }
      try check(["'text'"]) { try row.text("cell") }
      try check(["'text'", "NULL"]) { try row.optionalText("cell") }
      try check(["1"]) { try row.integer("cell") }
      try check(["1"]) { try row.rowID("cell") }
      try check(["1"]) { try row.flag("cell") }
      try check(["1", "NULL"]) { try row.optionalInteger("cell") }
      try check(["1", "NULL"]) { try row.optionalBits("cell") }
      try check(["1", "1.5", "NULL"]) { try row.optionalNumber("cell") }
      try check(["1", "NULL"]) { try connection.number("SELECT \(expression) AS cell") }
      try check(["1"]) { try connection.numbers("SELECT \(expression) AS cell") }
      try check(["'text'"]) { try connection.texts("SELECT \(expression) AS cell") }
    }
  }
}
