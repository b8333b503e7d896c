/// Runs statements by their SQL, each compiled once per connection. Pass one value per parameter.
extension Connection {
  /// Runs a statement.
  package func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
    try cachedStatement(sql).run(values)
  }

  /// The rows of a statement.
  package func rows(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Rows {
    try cachedStatement(sql).rows(values)
  }

  /// The number in the first column of the first row; nil if there is no row, or NULL.
  package func number(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int64? {
    guard let row = try rows(sql, values).next() else { return nil }
    return try row.firstNumber()
  }

  /// The numbers in the first column.
  package func numbers(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [Int64] {
    let rows = try rows(sql, values)
    var numbers: [Int64] = []
    while let number = try rows.nextNumber() { numbers.append(number) }
    return numbers
  }

  /// The texts in the first column.
  package func texts(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [String] {
    let rows = try rows(sql, values)
    var texts: [String] = []
    while let text = try rows.nextText() { texts.append(text) }
    return texts
  }
}
