/// What the last validation says of a component beside its verdict, as SQL.
enum ValidationColumns {
  /// `realtime` of `component AS c`: NULL if the author doesn't promise it.
  static let realtime = """
    (CASE WHEN c.hard_realtime THEN CASE c.waits WHEN 0 THEN 'proven' WHEN 1 THEN 'broken' ELSE 'claimed' END END)
    """

  /// `component.waits`, from a validation's findings, as an SQL expression names them: NULL if that was not tested.
  static func waits(_ findings: String) -> String {
    "(CASE \(outcome(of: "real-time", findings)) WHEN 'passed' THEN 0 WHEN 'warned' THEN 1 END)"
  }

  /// `component.deterministic`, likewise.
  static func deterministic(_ findings: String) -> String {
    "(CASE \(outcome(of: "repeatability", findings)) WHEN 'passed' THEN 1 WHEN 'fact' THEN 0 END)"
  }

  /// How a test ended; NULL if it was not made.
  private static func outcome(of test: String, _ findings: String) -> String {
    """
    (SELECT json_extract(finding.value, '$.outcome')
     FROM json_each(CASE WHEN json_valid(\(findings)) THEN \(findings) ELSE '[]' END) AS finding
     WHERE json_extract(finding.value, '$.test') = '\(test)')
    """
  }
}
