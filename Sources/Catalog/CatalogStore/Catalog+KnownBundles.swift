package import ComponentModel
internal import SQLite

extension Catalog {
  /// The catalog's knowledge about all bundles.
  package func knownBundles() throws -> [KnownBundle] {
    try read { connection in
      var known: [Int64: KnownBundle] = [:]
      let due = try Self.dueBundles(connection)
      let rows = try connection.rows(
        """
        SELECT b.id, b.path, b.turtle_stamp, b.other_stamp, b.content, b.scanner, r.path AS root FROM bundle AS b
        LEFT JOIN bundle_root AS x ON x.bundle = b.id LEFT JOIN root AS r ON r.id = x.root
        """)
      while let row = try rows.next() {
        let (bundle, root) = (try row.rowID("id"), try row.optionalText("root"))
        if known[bundle] == nil { known[bundle] = try Self.known(row) }
        if let root { known[bundle]?.roots.insert(root) }
        known[bundle]?.isDue = due.contains(bundle)
      }
      return Array(known.values)
    }
  }

  /// Whether the catalog's tags were made by another version of the tag rules.
  package func hasOtherTags(than rules: String) throws -> Bool {
    try read { try $0.texts("SELECT tag_rules FROM catalog").first != rules }
  }

  /// Whether another version of the scanner has read any bundle.
  package func hasOtherScanner(than version: Int) throws -> Bool {
    try read { connection in
      try connection.number("SELECT EXISTS (SELECT 1 FROM bundle WHERE scanner <> ?)", [Value(version)]) == 1
    }
  }

  /// The directories that scans have looked into, as canonical paths.
  package func roots() throws -> [String] { try read { try $0.texts("SELECT path FROM root") } }

  private static func known(_ row: Row) throws -> KnownBundle {
    let (turtle, other) = (try row.optionalBits("turtle_stamp"), try row.optionalBits("other_stamp"))
    let fingerprint = turtle.flatMap { turtle in other.map { Fingerprint(turtle: turtle, other: $0) } }
    return KnownBundle(
      path: try row.text("path"), fingerprint: fingerprint, content: try row.optionalBits("content"),
      scanner: try row.integer("scanner"), roots: [])
  }

  /// The bundles to try again: scans have failed to read them so often that this has become their state, and the last
  /// attempt was at least a day ago.
  private static func dueBundles(_ connection: Connection) throws -> Set<Int64> {
    // With `abs`, setting the clock back doesn't postpone the next attempt forever.
    let rows = try connection.numbers(
      """
      SELECT bundle FROM interruption
      WHERE scans >= \(ScanWriter.mostInterruptions) AND abs(julianday('now') - julianday(at)) >= 1
      """)
    return Set(rows)
  }
}
