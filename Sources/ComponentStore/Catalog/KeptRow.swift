internal import ComponentModel
internal import SQLite

/// A row of a table that keeps what running components has shown. Its last column is a checksum of all others.
protocol KeptRow: KeptResult {
  /// The table, whose primary key is component and bundle.
  static var table: StaticString { get }
  /// Its columns without the checksum.
  static var columns: [String] { get }
  /// The values of these columns.
  var values: [Value] { get }
  /// The columns of the table `component` that searches read, each with an SQL expression of one value.
  var shown: [(column: String, expression: String, value: Value)] { get }

  /// The row, but for its time.
  init(_ row: Row) throws
}

extension KeptRow {
  /// Expressions of its columns, its checksum and its age.
  static var expressions: String {
    columns.joined(separator: ", ")
      + ", checksum, CAST(julianday('now') - julianday(at) AS INTEGER) AS days"
  }

  /// The statement that writes a row.
  static var insertion: String {
    "INSERT OR REPLACE INTO \(table) (\(columns.joined(separator: ", ")), checksum) VALUES ("
      + columns.map { _ in "?, " }.joined() + "?)"
  }

  /// The checksum of its values.
  var checksum: UInt64 {
    var hash = StableHash()
    for value in values { Self.add(value, to: &hash) }
    return hash.value
  }

  private static func add(_ value: Value, to hash: inout StableHash) {
    switch value {
    case .null: hash.add(0)
    case .integer(let number): hash.add(UInt64(bitPattern: number))
    case .real(let number): hash.add(number.bitPattern)
    case .text(let text): hash.add(text)
    // No column has any.
    case .blob: break
    }
  }

  /// Those rows that are as they were written. A row that was damaged says nothing: what it told is found out anew.
  static func intact(_ rows: Rows) throws -> [Self] {
    var found: [Self] = []
    while let row = try rows.next() {
      do {
        var kept = try Self(row)
        (kept.at, kept.days) = (try row.text("at"), max(0, try row.integer("days")))
        // Rows of earlier versions have none.
        if let checksum = try row.optionalBits("checksum"), checksum != kept.checksum { continue }
        found.append(kept)
      } catch let error as SQLiteError where error.code == .mismatch {
        continue
      }
    }
    return found
  }
}

extension StoredValidation: KeptRow {
  static var table: StaticString { "validation" }

  static var columns: [String] {
    ["component", "bundle", "content", "verdict", "level", "version", "seed", "findings", "at"]
  }

  var values: [Value] {
    [
      Value(component), Value(bundle), Value(content), Value(verdict), Value(level), Value(version), Value(seed),
      Value(findings), Value(at),
    ]
  }

  var shown: [(column: String, expression: String, value: Value)] {
    [
      ("validation", "?", Value(verdict)),
      ("waits", "(SELECT \(ValidationColumns.waits("f")) FROM (SELECT ? AS f))", Value(findings)),
      ("deterministic", "(SELECT \(ValidationColumns.deterministic("f")) FROM (SELECT ? AS f))", Value(findings)),
    ]
  }

  init(_ row: Row) throws {
    self.init(
      component: try row.text("component"), bundle: try row.text("bundle"),
      content: try row.optionalBits("content") ?? 0, verdict: try row.text("verdict"), level: try row.text("level"),
      version: try row.integer("version"), seed: try row.optionalBits("seed") ?? 0,
      findings: try row.text("findings"))
  }
}

extension StoredMeasurement: KeptRow {
  static var table: StaticString { "measurement" }

  static var columns: [String] {
    [
      "component", "bundle", "content", "outcome", "reason", "version", "machine", "cost", "latency",
      "reported_latency", "load_time", "memory", "at",
    ]
  }

  var values: [Value] {
    [
      Value(component), Value(bundle), Value(content), Value(outcome), Value(reason), Value(version), Value(machine),
      Value(cost), Value(latency), Value(reportedLatency), Value(loadTime), Value(memory), Value(at),
    ]
  }

  var shown: [(column: String, expression: String, value: Value)] {
    [
      ("cost", "?", Value(cost)), ("measured_latency", "?", Value(latency)), ("load_time", "?", Value(loadTime)),
      ("memory", "?", Value(memory)),
    ]
  }

  init(_ row: Row) throws {
    self.init(
      component: try row.text("component"), bundle: try row.text("bundle"),
      content: try row.optionalBits("content") ?? 0, outcome: try row.text("outcome"),
      reason: try row.optionalText("reason"), version: try row.integer("version"), machine: try row.text("machine"))
    cost = try row.optionalNumber("cost")
    latency = try row.optionalInteger("latency")
    reportedLatency = try row.optionalNumber("reported_latency")
    loadTime = try row.optionalNumber("load_time")
    memory = try row.optionalNumber("memory")
  }
}
