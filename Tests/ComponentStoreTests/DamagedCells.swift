import SQLite
import TestSupport

/// Puts values into a store that its schema forbids.
struct DamagedCells {
  /// A column of a table.
  struct Cell: CustomStringConvertible {
    var table: String
    var column: String
    var description: String { "\(table).\(column)" }
  }

  /// What a cell may hold instead: nothing, a text that is not a number, bytes, and a number out of reach.
  static let values = ["NULL", "'not this'", "x'FF00FF'", "-9223372036854775808"]

  /// Every column of every table of ours.
  static func cells(of path: String) throws -> [Cell] {
    let connection = try Connection(path, for: .reading)
    let tables = try connection.texts(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'
        AND name NOT LIKE 'name\\_index%' ESCAPE '\\' ORDER BY name
      """)
    return try tables.flatMap { table in
      try connection.texts("SELECT name FROM pragma_table_info('\(table)')").map { Cell(table: table, column: $0) }
    }
  }

  /// Sets a cell of every row, behind the schema's back, which is as before afterwards.
  ///
  /// - Returns: false where SQLite itself keeps the value out, or nothing was changed.
  static func set(_ cell: Cell, to value: String, in path: String) throws -> Bool {
    let schema = try relax(path)
    var count = 0
    do {
      let connection = try Connection(path, for: .writing)
      try connection.execute(
        "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA recursive_triggers = OFF"
      )
      do {
        try connection.run(
          "UPDATE \(cell.table) SET \(cell.column) = \(value) WHERE \(cell.column) IS NOT \(value)")
        count = connection.changeCount
      } catch {}
    }
    try restore(schema, path)
    return count > 0
  }

  /// Takes types and constraints from the tables.
  private static func relax(_ path: String) throws -> [(name: String, sql: String)] {
    let connection = try Connection(path, for: .writing)
    let rows = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
    var schema: [(name: String, sql: String)] = []
    while let row = try rows.next() { schema.append((name: try row.text("name"), sql: try row.text("sql"))) }
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON")
    for (name, sql) in schema {
      var relaxed = sql
      for word in [" STRICT,", " STRICT", " NOT NULL"] {
        relaxed = relaxed.split(separator: word, omittingEmptySubsequences: false).joined()
      }
      try connection.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [Value(relaxed), Value(name)])
    }
    return schema
  }

  private static func restore(_ schema: [(name: String, sql: String)], _ path: String) throws {
    let connection = try Connection(path, for: .writing)
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON")
    for (name, sql) in schema {
      try connection.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [Value(sql), Value(name)])
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
