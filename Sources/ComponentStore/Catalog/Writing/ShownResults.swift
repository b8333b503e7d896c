internal import SQLite

/// The columns of the table `component` that have what running the component has shown. A scan clears
/// them when its files change.
enum ShownResults {
  private static let columns = ["validation", "waits", "deterministic"] + measured
  private static let measured = ["cost", "measured_latency", "load_time", "memory"]

  /// What clears them all.
  static let clearing = columns.map { "\($0) = NULL" }.joined(separator: ", ")
  /// Whether one of them has something.
  static let isAny = "coalesce(\(columns.joined(separator: ", "))) NOT NULL"

  /// Fills them with what is kept of components whose files are the same as then, as far as a scan knows them.
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
