internal import SQLite

/// The columns of the table `component` that hold the results of running the component. A scan clears them when the
/// component's files change.
enum ShownResults {
  private static let columns = ["validation", "waits", "deterministic"] + measured
  private static let measured = ["cost", "measured_latency", "load_time", "memory"]

  /// The assignments that clear all columns.
  static let clearing = columns.map { "\($0) = NULL" }.joined(separator: ", ")
  /// The condition that one of the columns has a value.
  static let isAny = "coalesce(\(columns.joined(separator: ", "))) NOT NULL"

  /// Fills the columns with the results of components whose files, as far as a scan knows them, haven't changed since.
  ///
  /// - Parameter condition: on `bundle AS b`.
  static func fill(_ connection: Connection, where condition: String = "1", _ values: [Value] = []) throws {
    try connection.run("UPDATE component SET \(validation) \(kept("validation")) AND \(condition)", values)
    try connection.run("UPDATE component SET \(measurement) \(kept("measurement")) AND \(condition)", values)
  }

  private static let validation = """
    (validation, waits, deterministic) = (k.verdict, \(ValidationColumns.waits("k.findings")),
      \(ValidationColumns.deterministic("k.findings")))
    """
  private static let measurement =
    "(\(measured.joined(separator: ", "))) = (k.cost, k.latency, k.load_time, k.memory)"

  private static func kept(_ table: StaticString) -> String {
    """
    FROM bundle AS b JOIN \(table) AS k ON k.bundle = b.path
    WHERE component.bundle = b.id AND component.uri = k.component
      AND b.content = k.bundle_content AND b.other_stamp = k.bundle_stamp
    """
  }
}

/// The last validation's findings about a component besides its verdict, as SQL.
package enum ValidationColumns {
  /// `realtime` of `component AS c`: NULL if the author doesn't promise it.
  package static let realtime = """
    (CASE WHEN c.hard_realtime THEN CASE c.waits WHEN 0 THEN 'proven' WHEN 1 THEN 'broken' ELSE 'claimed' END END)
    """

  /// `component.waits`, derived from a validation's findings, which are given as an SQL expression: NULL if that was
  /// not tested.
  static func waits(_ findings: String) -> String {
    "(CASE \(outcome(of: "real-time", findings)) WHEN 'passed' THEN 0 WHEN 'warned' THEN 1 END)"
  }

  /// `component.deterministic`, derived in the same way.
  static func deterministic(_ findings: String) -> String {
    "(CASE \(outcome(of: "repeatability", findings)) WHEN 'passed' THEN 1 WHEN 'fact' THEN 0 END)"
  }

  /// The outcome of a test; NULL if it was not run.
  private static func outcome(of test: String, _ findings: String) -> String {
    """
    (SELECT json_extract(finding.value, '$.outcome')
     FROM json_each(CASE WHEN json_valid(\(findings)) THEN \(findings) ELSE '[]' END) AS finding
     WHERE json_extract(finding.value, '$.test') = '\(test)')
    """
  }
}
