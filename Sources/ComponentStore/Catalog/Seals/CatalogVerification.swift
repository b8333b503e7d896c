internal import ComponentModel
internal import SQLite

/// Finds what has changed in a catalog without a scan: damage that SQLite does not notice when it reads.
///
/// Each scan verifies a share of the bundles in proportion to the time since the last one, so that a day of scans
/// verifies all of them. Every scan verifies the number of plugins.
package struct CatalogVerification {
  /// How much to verify.
  package enum Extent: Sendable {
    /// The share that is due since the last scan.
    case share
    /// Every record, and the structure of the file.
    case everything
  }

  /// What is wrong with a catalog.
  package struct Findings: Hashable, Sendable {
    /// Paths of bundles whose records differ from what was written.
    package var bundles: [String] = []
    /// What is wrong with the file as a whole; nil if it is sound.
    package var problem: String?
    /// What is wrong with the index in which searches look up words, which sound records can rebuild; nil if it is
    /// sound.
    package var wordProblem: String?

    /// Whether nothing was found.
    package var isEmpty: Bool { bundles.isEmpty && problem == nil && wordProblem == nil }
  }

  /// The time in which scans verify everything, in seconds.
  private static let period: Int64 = 86_400

  private let connection: Connection
  private let seals: RecordSeals

  init(_ connection: Connection) throws {
    self.connection = connection
    seals = try RecordSeals(connection)
  }

  /// What was verified, to be recorded in the catalog.
  struct Result {
    var findings = Findings()
    /// Rows of the bundles that don't match.
    var rows: [Int64] = []
    /// The new values of the catalog's columns `verified_at` and `verified_to`; nil if nothing was due.
    var mark: (time: UTCTime, row: Int64)?
  }

  /// Verifies what is due, or everything.
  func verified(_ extent: Extent, at now: UTCTime) throws -> Result {
    var result = Result()
    let share = try share(extent, now)
    if share.isWhole { result.findings.problem = try CatalogStructure(connection).problem() }
    guard result.findings.problem == nil else { return result }
    if share.isWhole { result.findings.wordProblem = try WordIndexCheck(connection).problem() }
    result.findings.problem = try countProblem()
    let odd = Set(try miscounted())
    result.rows = try odd.sorted() + share.bundles.filter { try !odd.contains($0) && !isIntact($0) }
    if !result.rows.isEmpty, !share.isWhole, result.findings.problem == nil {
      // If the structure is damaged too, these records can't be reread, and only the structure is worth reporting.
      result.findings.problem = try CatalogStructure(connection).problem()
    }
    result.findings.bundles = try result.rows.flatMap { row in
      try connection.texts("SELECT path FROM bundle WHERE id = ?", [Value(row)])
    }
    result.mark = share.mark
    return result
  }

  /// The bundles to verify.
  private struct Share {
    var bundles: [Int64] = []
    var isWhole = false
    var mark: (time: UTCTime, row: Int64)?
  }

  private func share(_ extent: Extent, _ now: UTCTime) throws -> Share {
    let rows = try connection.rows("SELECT verified_at, verified_to FROM catalog")
    let row = try rows.next()
    let (last, end) = (try row?.optionalText("verified_at").flatMap { UTCTime($0) }, try row?.rowID("verified_to") ?? 0)
    let count = try connection.number("SELECT count(*) FROM bundle_seal") ?? 0
    // Until a scan has written something, there is nothing that could be wrong but what this program has just made.
    if try last == nil && count == 0 && isEmpty() { return Share(mark: (now, 0)) }
    // Setting the clock back must not postpone verification.
    guard extent == .share, let last, last <= now else { return try everything(now) }
    let elapsed = now.secondsSince1970 - last.secondsSince1970
    guard elapsed < Self.period else { return try everything(now) }
    let due = elapsed * count / Self.period
    return due == 0 ? Share() : try next(due, after: end, since: last, of: count)
  }

  private func isEmpty() throws -> Bool {
    try connection.number("SELECT EXISTS (SELECT 1 FROM bundle) OR EXISTS (SELECT 1 FROM component)") == 0
  }

  private func everything(_ now: UTCTime) throws -> Share {
    Share(bundles: try connection.numbers("SELECT bundle FROM bundle_seal"), isWhole: true, mark: (now, 0))
  }

  /// The next bundles in the order of their rows. At the end of a round, the structure of the file is verified too.
  private func next(_ due: Int64, after end: Int64, since last: UTCTime, of count: Int64) throws -> Share {
    let sql = "SELECT bundle FROM bundle_seal WHERE bundle > ? ORDER BY bundle LIMIT ?"
    var share = Share(bundles: try connection.numbers(sql, [Value(end), Value(due)]))
    if Int64(share.bundles.count) < due {
      share.isWhole = true
      share.bundles += try connection.numbers(sql, [Value(0), Value(due - Int64(share.bundles.count))])
    }
    // Not the current time: what is due has a fraction, which counts the next time.
    let time = UTCTime(secondsSince1970: last.secondsSince1970 + due * Self.period / count)
    share.mark = (time ?? last, share.bundles.last ?? 0)
    return share
  }

  /// Whether a bundle's records are unchanged, and so is what depends on other bundles.
  private func isIntact(_ row: Int64) throws -> Bool {
    try seals.isIntact(bundle: row) && BundlePrecedence(connection: connection).isRight(bundle: row)
  }

  /// Bundles that have more or fewer plugins than were written, or that lack their seal.
  private func miscounted() throws -> [Int64] {
    try connection.numbers(
      """
      SELECT b.id FROM bundle AS b LEFT JOIN bundle_seal AS s ON s.bundle = b.id
      WHERE b.turtle_stamp IS NOT NULL
        AND s.plugins IS NOT (SELECT count(*) FROM component AS c WHERE c.bundle = b.id)
      """)
  }

  /// Counts the rows of plugins in the table itself and in its index: if the counts differ, a page is lost.
  private func countProblem() throws -> String? {
    let rows = try connection.rows(
      """
      SELECT (SELECT count(*) FROM component NOT INDEXED) AS present,
             (SELECT count(*) FROM component INDEXED BY component_by_uri) AS indexed
      """)
    guard let row = try rows.next() else { return nil }
    let (present, indexed) = (try row.integer("present"), try row.integer("indexed"))
    return present == indexed ? nil : "it has \(present) plugins, and \(indexed) in its index"
  }
}
