internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Reads the bundles and plugins in quarantine.
struct QuarantineReader {
  let connection: Connection
  let visibility: Visibility

  /// The bundles and plugins in quarantine in the caller's roots, by path.
  func bundles() throws -> [QuarantinedBundle] {
    let visible = visibility.condition(on: "b.id").map { "AND \($0)" } ?? ""
    let rows = try connection.rows(
      """
      SELECT b.path, NULL AS uri, b.verdict, b.reason, b.since FROM bundle AS b WHERE b.verdict <> 'scanned' \(visible)
      UNION ALL
      SELECT b.path, r.uri, r.verdict, r.reason, r.since FROM refusal AS r JOIN bundle AS b ON b.id = r.bundle
      WHERE 1 \(visible)
      ORDER BY 1, 2
      """)
    return try rows.compactMap { row in
      QuarantinedBundle(
        path: try row.text("path"), uri: try row.optionalText("uri"),
        verdict: Verdict(rawValue: try row.text("verdict")) ?? .failed, reason: try row.text("reason"),
        since: try row.time("since"))
    }
  }
}
