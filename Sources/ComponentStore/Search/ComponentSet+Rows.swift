internal import SQLite

extension ComponentSet {
  /// The set of the rows in the first column.
  init(rows: Rows) throws {
    self.init()
    while let row = try rows.nextNumber() { insert(row) }
  }
}
