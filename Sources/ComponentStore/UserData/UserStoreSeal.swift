internal import SQLite

/// The tallies of a store's tables within one of aucat's transactions: see `schema/user-004.sql`.
///
/// The first change clears the store's own tallies; the last step of a transaction writes these.
struct UserStoreSeal {
  private let connection: Connection
  private var tallies: [UserTable: Tally] = [:]
  /// Whether another program has written to the store since aucat did, or a migration has just added checksums.
  private(set) var wasBroken = false

  /// The number of rows, and the sum of their checksums.
  struct Tally {
    var count: Int64 = 0
    var sum: Int64 = 0

    /// Counts a row.
    mutating func add(_ checksum: Int64) {
      count += 1
      sum = (sum + checksum) & RowChecksum.mask
    }
  }

  /// Reads the tallies. If there are none, rows without a checksum get one, and every table is counted.
  init(_ connection: Connection) throws {
    self.connection = connection
    let rows = try connection.rows("SELECT subject, row_count, sum FROM tally")
    while let row = try rows.next() {
      guard let table = UserTable(rawValue: try row.text("subject")) else { continue }
      tallies[table] = Tally(count: try row.rowID("row_count"), sum: try row.rowID("sum"))
    }
    for table in UserTable.allCases where tallies[table] == nil {
      wasBroken = true
      try connection.run("UPDATE \(table.rawValue) SET checksum = \(table.checksum()) WHERE checksum IS NULL")
      tallies[table] = try tally(table, where: "1", values: [])
    }
  }

  /// Runs statements that change only these rows of a table.
  ///
  /// - Parameters:
  ///   - condition: which rows, by the values they have before or after.
  ///   - values: for the condition's parameters.
  mutating func change<Result>(
    _ table: UserTable, where condition: String, values: [Value], body: () throws -> Result
  ) throws -> Result {
    let before = try tally(table, where: condition, values: values)
    let result = try body()
    let after = try tally(table, where: condition, values: values)
    var known = tallies[table] ?? Tally()
    known.count += after.count - before.count
    known.sum = (known.sum + after.sum - before.sum) & RowChecksum.mask
    tallies[table] = known
    return result
  }

  /// Writes the tallies.
  func write() throws {
    for table in UserTable.allCases {
      let tally = tallies[table] ?? Tally()
      try connection.run(
        "INSERT OR REPLACE INTO tally (subject, row_count, sum) VALUES (?, ?, ?)",
        [Value(table.rawValue), Value(tally.count), Value(tally.sum)])
    }
  }

  private func tally(_ table: UserTable, where condition: String, values: [Value]) throws -> Tally {
    var tally = Tally()
    let rows = try connection.rows(
      "SELECT ifnull(checksum, 0) FROM \(table.rawValue) WHERE \(condition)", values)
    while let checksum = try rows.nextNumber() { tally.add(checksum) }
    return tally
  }
}
