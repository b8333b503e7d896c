internal import SQLite

extension ComponentSet {
  /// The set of the rows in the first column.
  init(rows: Rows) throws {
    self.init()
    while let row = try rows.nextNumber() { insert(try Self.checked(row)) }
  }

  /// A component's row, checked.
  ///
  /// - Throws: ``SQLiteError`` for a row that no scan writes.
  static func checked(_ row: Int64) throws(SQLiteError) -> Int64 {
    guard row < rows.upperBound else {
      throw SQLiteError(.corrupt, "a component's number is out of range", path: "")
    }
    return row
  }
}
