/// The columns of the table `component` that have what running the component has shown. Scans write none of them, but clear
/// them when its files change.
enum ShownResults {
  /// Those that a measurement has filled.
  static let measuredColumns = ["cost", "measured_latency", "load_time", "memory"]
  /// The same, as SQL lists them.
  static let measured = measuredColumns.joined(separator: ", ")
  /// What clears them all.
  static let clearing = "validation = NULL, cost = NULL, measured_latency = NULL, load_time = NULL, memory = NULL"
  /// Whether one of them has something.
  static let isAny = "(validation NOT NULL OR \(isMeasured))"
  /// Whether one of those has something that a measurement fills.
  static let isMeasured = "coalesce(\(measured)) NOT NULL"
  /// What fills them from the tables `validation` and `measurement`, each in turn and both.
  static let fillings = [validation, measurement, "\(validation), \(measurement)"]

  private static let validation = "validation = (SELECT k.verdict FROM validation \(own))"
  private static let measurement =
    "(\(measured)) = (SELECT k.cost, k.latency, k.load_time, k.memory FROM measurement \(own))"

  /// The row of the component that is written.
  private static let own = """
    AS k JOIN bundle AS b ON b.path = k.bundle WHERE k.component = component.uri AND b.id = component.bundle
    """
}
