/// What the last validation says of `component AS c` beside its verdict, as SQL: from the findings of the table `validation`, as
/// long as the verdict holds.
enum ValidationColumns {
  /// `realtime`: NULL if the author doesn't promise it.
  static let realtime = """
    (CASE WHEN c.hard_realtime THEN CASE \(outcome(of: "real-time"))
      WHEN 'passed' THEN 'proven' WHEN 'warned' THEN 'broken' ELSE 'claimed' END END)
    """

  /// `deterministic`: NULL if it has not been compared.
  static let deterministic = "(CASE \(outcome(of: "repeatability")) WHEN 'passed' THEN 1 WHEN 'fact' THEN 0 END)"

  /// How a test ended; NULL if it was not made, or something has changed since.
  private static func outcome(of test: String) -> String {
    """
    (SELECT json_extract(finding.value, '$.outcome') FROM validation AS v,
     json_each(CASE WHEN json_valid(v.findings) THEN v.findings ELSE '[]' END) AS finding
     WHERE c.validation IS NOT NULL AND v.component = c.uri AND v.bundle = (SELECT path FROM bundle WHERE id = c.bundle)
     AND json_extract(finding.value, '$.test') = '\(test)')
    """
  }
}
