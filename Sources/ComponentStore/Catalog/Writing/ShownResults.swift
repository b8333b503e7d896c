/// The columns of the table `component` that have what running the component has shown. Scans write none of them, but clear
/// them when its files change.
enum ShownResults {
  /// All but `validation`, which is older.
  static let newerColumns = measured + ["waits", "deterministic"]
  /// The same, as SQL lists them.
  static let newer = newerColumns.joined(separator: ", ")
  /// What clears them all.
  static let clearing = (["validation"] + newerColumns).map { "\($0) = NULL" }.joined(separator: ", ")
  /// Whether one of them has something.
  static let isAny = "(validation NOT NULL OR \(isAnyNewer))"
  /// Whether one of the newer ones has something.
  static let isAnyNewer = "coalesce(\(newer)) NOT NULL"
  /// What fills them from the tables `validation` and `measurement`, each in turn and both.
  static let fillings = [validation, measurement, "\(validation), \(measurement)"]

  private static let measured = ["cost", "measured_latency", "load_time", "memory"]
  private static let validation = """
    (validation, waits, deterministic) = (SELECT k.verdict, \(ValidationColumns.waits("k.findings")),
      \(ValidationColumns.deterministic("k.findings")) FROM validation \(own))
    """
  private static let measurement =
    "(\(measured.joined(separator: ", "))) = (SELECT k.cost, k.latency, k.load_time, k.memory FROM measurement \(own))"

  /// The row of the component that is written.
  private static let own = """
    AS k JOIN bundle AS b ON b.path = k.bundle WHERE k.component = component.uri AND b.id = component.bundle
    """
}
