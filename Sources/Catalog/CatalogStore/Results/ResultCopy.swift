internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Copies, from one store to another, the data that can't be read from the bundles again.
///
/// The source is the file of results or a catalog, even of another schema. As much as can be read is copied: from a
/// damaged file, the rows before and after the damage. The target has the tables of `results.sql`.
struct ResultCopy {
  let source: Connection
  let target: Connection

  /// Copies everything that the target lacks, or has in an older version.
  func copyAll() throws {
    try copyFirstSeen()
    try copy(StoredValidation.self)
    try copy(StoredMeasurement.self)
  }

  private static let orders = ["ASC", "DESC"]

  private func copyFirstSeen() throws {
    let ofComponents = Self.orders.map { order in
      """
      SELECT b.path AS bundle, c.uri AS component, c.added_at AS at
      FROM component AS c CROSS JOIN bundle AS b ON b.id = c.bundle ORDER BY c.id \(order)
      """
    }
    let ofItsOwn = Self.orders.map {
      "SELECT bundle, component, at FROM first_seen ORDER BY bundle \($0), component \($0)"
    }
    for statements in [ofComponents, ofItsOwn] {
      try read(firstOf: statements) { row in
        guard let bundle = try? row.text("bundle"), let component = try? row.text("component") else { return }
        try add(row, component: component, bundle: bundle)
      }
    }
  }

  private func add(_ row: Row, component: String, bundle: String) throws {
    guard let at = try? row.text("at"), UTCTime(at) != nil else { return }
    try target.run(
      "INSERT OR IGNORE INTO first_seen (bundle, component, at) VALUES (?, ?, ?)",
      [Value(bundle), Value(component), Value(at)])
  }

  private func copy<Result: KeptRow>(_: Result.Type) throws {
    let columns = Result.columns.joined(separator: ", ")
    let statements = Self.orders.map { "SELECT \(columns) FROM \(Result.table) ORDER BY rowid \($0)" }
    try read(firstOf: statements) { row in
      guard let result = try? Result(row), UTCTime(result.at) != nil else { return }
      try target.run(Result.insertion, result.values)
    }
  }

  /// Copies the times at which components were first seen, for those that a catalog's log has after a number, and
  /// removes those of components that are gone.
  ///
  /// - Returns: whether all of it could be read.
  func copyChanges(since number: Int64) throws -> Bool {
    try read(
      """
      SELECT l.uri AS component, l.bundle, (
        SELECT c.added_at FROM component AS c CROSS JOIN bundle AS b ON b.id = c.bundle
        WHERE b.path = l.bundle AND c.uri = l.uri) AS at
      FROM latest_change AS l WHERE l.sequence > ?
      """, [Value(number)]
    ) { row in
      guard let component = try? row.text("component"), let bundle = try? row.text("bundle") else { return }
      if (try? row.text("at")) != nil { return try add(row, component: component, bundle: bundle) }
      try target.run("DELETE FROM first_seen WHERE bundle = ? AND component = ?", [Value(bundle), Value(component)])
    }
  }

  /// Reads these statements up to the first one that can be read to its end. Of those before it, reads what can be
  /// read.
  private func read(firstOf statements: [String], _ body: (Row) throws -> Void) throws {
    for sql in statements where try read(sql, [], body) { return }
  }

  /// Passes rows to `body` as long as they can be read.
  ///
  /// - Returns: whether all could be read.
  /// - Throws: what `body` throws.
  private func read(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws -> Bool {
    guard let rows = try? source.rows(sql, values) else { return false }
    while true {
      let row: Row?
      do { row = try rows.next() } catch { return false }
      guard let row else { return true }
      try body(row)
    }
  }
}

/// The results that a new catalog adopts.
extension Catalog {
  /// Adopts the file of results, and the results of the catalog that it replaces. If there is no file of results, and
  /// that catalog was set aside as damaged, adopts whatever is still readable of the damaged one.
  static func takeOver(from results: ResultStore?, _ former: StoreFile, by catalog: Connection) throws {
    let known = results?.reading()
    let other = former.exists || known != nil ? former : former.filesAside("damaged").first
    try takeOver([known, other?.readableAsIs()], by: catalog)
  }

  /// Adopts the results of these stores: of two results, the newer one; of two times at which a component was first
  /// seen, that of the store that comes first. Components in the catalog show the results immediately.
  static func takeOver(_ sources: [Connection?], by catalog: Connection) throws {
    for source in sources.compactMap(\.self) { try ResultCopy(source: source, target: catalog).copyAll() }
    try catalog.execute(
      """
      UPDATE component SET added_at = f.at FROM bundle AS b JOIN first_seen AS f ON f.bundle = b.path
      WHERE component.bundle = b.id AND component.uri = f.component
      """)
    try ShownResults.fill(catalog)
  }
}
