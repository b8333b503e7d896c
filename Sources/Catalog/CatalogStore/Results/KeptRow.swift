internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// A row of a table that keeps the results of running components, in the file of results and in the catalog.
protocol KeptRow: KeptResult {
  /// The table, whose primary key is bundle and component.
  static var table: StaticString { get }
  /// Its columns, except for those that every such table has.
  static var ownColumns: [String] { get }
  /// The values of these columns.
  var ownValues: [Value] { get }
  /// The columns of the table `component` that searches read, each with an SQL expression of one value.
  var shown: [(column: String, expression: String, value: Value)] { get }

  /// Reads the values of ``ownColumns`` from a row.
  init(own row: Row) throws
}

extension KeptRow {
  static var columns: [String] { ownColumns + ["at", "bundle_content", "bundle_stamp"] }

  /// The values of all columns.
  var values: [Value] { ownValues + [Value(at), Value(bundleContent), Value(bundleStamp)] }

  /// The statement that writes a row, unless there is a newer one.
  static var insertion: String {
    let names = columns.joined(separator: ", ")
    return """
      INSERT INTO \(table) (\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (bundle, component) DO UPDATE SET (\(names)) = (\(columns.map { "excluded.\($0)" }.joined(separator: ", ")))
      WHERE excluded.at >= \(table).at
      """
  }

  /// Reads the values of all columns from a row.
  init(_ row: Row) throws {
    try self.init(own: row)
    at = try row.text("at")
    (bundleContent, bundleStamp) = (try row.optionalBits("bundle_content"), try row.optionalBits("bundle_stamp"))
  }

  /// The rows that satisfy a condition, with their age. Invalid rows are ignored, and their results are determined
  /// again later.
  static func all(on connection: Connection, where condition: String = "1", _ values: [Value] = []) throws -> [Self] {
    let rows = try connection.rows(
      """
      SELECT \(columns.joined(separator: ", ")), CAST(julianday('now') - julianday(at) AS INTEGER) AS days
      FROM \(table) WHERE \(condition)
      """, values)
    return try rows.compactMap { row in
      do {
        var kept = try Self(row)
        kept.days = max(0, try row.integer("days"))
        return kept
      } catch let error as SQLiteError where error.code == .mismatch {
        return nil
      }
    }
  }
}

extension StoredValidation: KeptRow {
  static var table: StaticString { "validation" }

  static var ownColumns: [String] {
    ["component", "bundle", "content", "verdict", "level", "version", "seed", "findings"]
  }

  var ownValues: [Value] {
    [
      Value(component), Value(bundle), Value(content), Value(verdict), Value(level), Value(version), Value(seed),
      Value(findings),
    ]
  }

  var shown: [(column: String, expression: String, value: Value)] {
    [
      ("validation", "?", Value(verdict)),
      ("waits", "(SELECT \(ValidationColumns.waits("f")) FROM (SELECT ? AS f))", Value(findings)),
      ("deterministic", "(SELECT \(ValidationColumns.deterministic("f")) FROM (SELECT ? AS f))", Value(findings)),
    ]
  }

  init(own row: Row) throws {
    self.init(
      component: try row.text("component"), bundle: try row.text("bundle"),
      content: try row.optionalBits("content") ?? 0, verdict: try row.text("verdict"), level: try row.text("level"),
      version: try row.integer("version"), seed: try row.optionalBits("seed") ?? 0,
      findings: try row.text("findings"))
  }
}

extension StoredMeasurement: KeptRow {
  static var table: StaticString { "measurement" }

  static var ownColumns: [String] {
    [
      "component", "bundle", "content", "outcome", "reason", "version", "machine", "cost", "latency",
      "reported_latency", "load_time", "memory",
    ]
  }

  var ownValues: [Value] {
    [
      Value(component), Value(bundle), Value(content), Value(outcome), Value(reason), Value(version), Value(machine),
      Value(cost), Value(latency), Value(reportedLatency), Value(loadTime), Value(memory),
    ]
  }

  var shown: [(column: String, expression: String, value: Value)] {
    [
      ("cost", "?", Value(cost)), ("measured_latency", "?", Value(latency)), ("load_time", "?", Value(loadTime)),
      ("memory", "?", Value(memory)),
    ]
  }

  init(own row: Row) throws {
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
