package import ComponentModel
internal import SQLite

/// A plugin with everything the catalog stores about it.
package struct ScannedPlugin: Sendable {
  /// What its bundle declares.
  package var record: PluginRecord
  /// What is derived from that.
  package var traits: ComponentTraits
  /// Its system tags.
  package var grants: [TagGrant]

  /// The digest of the record and of its author's tags as the rules read them.
  var digest: UInt64 {
    let own = grants.filter { $0.source == .author }
    guard !own.isEmpty else { return record.digest }
    var hash = StableHash()
    hash.add(record.digest)
    for grant in own {
      hash.add(grant.identifier)
      hash.add(UInt64(grant.isStandard ? 1 : 0))
    }
    return hash.value
  }

  /// A plugin with its traits and tags.
  package init(record: PluginRecord, traits: ComponentTraits, grants: [TagGrant]) {
    self.record = record
    self.traits = traits
    self.grants = grants
  }
}

/// Writes the results of one scan into the catalog, one transaction per batch. Committed batches stay if the scan is
/// interrupted, and the next scan continues from there.
///
/// Use it on one thread.
package final class ScanWriter {
  /// One thing to write.
  package enum Item: Sendable {
    /// Plugins and presets of a bundle that is still being read.
    case read(bundle: String, roots: [String], plugins: [ScannedPlugin], presets: [PresetRecord])
    /// The end of a bundle.
    case finished(BundleReport, roots: [String])
    /// The roots that lead to a bundle have changed.
    case moved(bundle: String, roots: [String])
    /// No root of the scan leads to the bundle any more.
    case gone(bundle: String)
  }

  /// The most distinct author-defined tags of a bundle's plugins: each search by tag tests every one.
  static let mostOwnTags = 1_000

  let catalog: Catalog
  let rules: any TextRules
  private let scannerVersion: Int
  private let roots: [String]
  private var seen: [Int64: Set<Int64>] = [:]
  private var presetWriters: [Int64: PresetWriter] = [:]
  var generation: Int64?

  /// A writer for a scan that looks at these roots, by canonical path.
  ///
  /// - Parameter scannerVersion: kept with each bundle; another version reads it again.
  package init(_ catalog: Catalog, roots: [String], scannerVersion: Int, rules: any TextRules) throws {
    self.catalog = catalog
    self.rules = rules
    self.roots = roots
    self.scannerVersion = scannerVersion
    try catalog.write { connection in
      for root in roots {
        try connection.run("INSERT OR IGNORE INTO root (path, scanned) VALUES (?, 0)", [Value(root)])
      }
    }
  }

  /// What the catalog knows about all bundles.
  package func knownBundles() throws -> [KnownBundle] {
    try catalog.read { connection in
      var known: [Int64: KnownBundle] = [:]
      let rows = try connection.rows(
        """
        SELECT b.id, b.path, b.turtle_stamp, b.other_stamp, b.content, b.scanner, r.path AS root FROM bundle AS b
        LEFT JOIN bundle_root AS x ON x.bundle = b.id LEFT JOIN root AS r ON r.id = x.root
        """)
      while let row = try rows.next() {
        let (bundle, root) = (try row.rowID("id"), try row.optionalText("root"))
        if known[bundle] == nil { known[bundle] = try Self.known(row) }
        if let root { known[bundle]?.roots.insert(root) }
      }
      return Array(known.values)
    }
  }

  private static func known(_ row: Row) throws -> KnownBundle {
    let (turtle, other) = (try row.optionalBits("turtle_stamp"), try row.optionalBits("other_stamp"))
    let fingerprint = turtle.flatMap { turtle in other.map { Fingerprint(turtle: turtle, other: $0) } }
    return KnownBundle(
      path: try row.text("path"), fingerprint: fingerprint, content: try row.optionalBits("content"),
      scanner: try row.integer("scanner"), roots: [])
  }

  /// Writes a batch in one transaction: all of it, or nothing.
  package func write(_ items: [Item]) throws {
    guard !items.isEmpty else { return }
    let before = (seen, presetWriters, generation)
    do {
      try catalog.write { connection in
        for item in items { try write(item, connection) }
      }
    } catch {
      (seen, presetWriters, generation) = before
      throw error
    }
  }

  /// Records that the scan is complete, so the catalog can answer for its roots.
  package func complete() throws {
    try catalog.write { connection in
      for root in roots {
        try connection.run("UPDATE root SET scanned = 1 WHERE path = ? AND NOT scanned", [Value(root)])
      }
    }
  }

  /// Ends the scan with a checkpoint of the write-ahead log.
  ///
  /// - Returns: the catalog's generation.
  package func finish() throws -> Int {
    try catalog.withConnection { connection in
      if generation != nil {
        try removeUnusedTags(connection)
        try mergeNameIndex(connection)
      }
      // A long-running reader keeps the log; then the next writer's session truncates it.
      try connection.execute("PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return try catalog.generation()
  }

  /// The name index has a segment for each batch; fewer segments answer faster. The number of rewritten pages is
  /// bounded, so that one new plugin among a million stays cheap.
  private func mergeNameIndex(_ connection: Connection) throws {
    try connection.execute("INSERT INTO name_index (name_index, rank) VALUES ('merge', -1000)")
  }

  private func write(_ item: Item, _ connection: Connection) throws {
    switch item {
    case .read(let bundle, let roots, let plugins, let presets):
      let row = try bundleRow(bundle, roots, connection)
      try write(plugins, bundle: bundle, row, connection)
      try write(presets, row, connection)
    case .finished(let report, let roots): try finish(report, roots, connection)
    case .moved(let bundle, let roots): _ = try bundleRow(bundle, roots, connection)
    case .gone(let bundle): try leave(bundle, connection)
    }
  }

  /// The bundle's row, marked as unfinished, with exactly these of the scan's roots.
  private func bundleRow(_ path: String, _ bundleRoots: [String], _ connection: Connection) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO bundle (path, scanner, verdict, reason, remarks, since)
      VALUES (?, ?, 'scanned', '', '[]', strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) ON CONFLICT (path) DO NOTHING
      """, [Value(path), Value(scannerVersion)])
    let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [Value(path)]) ?? 0
    if let change = try setRoots(bundleRoots, of: row, connection) { try logMove(change, row, path, connection) }
    return row
  }

  /// - Returns: what that is for those who look through the roots: an addition where a root leads to the bundle that
  ///   did not, a change where only others are gone; nil if all is as before.
  private func setRoots(
    _ bundleRoots: [String], of row: Int64, _ connection: Connection
  ) throws -> PluginWriter.Change? {
    var change: PluginWriter.Change?
    for root in roots {
      let sql =
        bundleRoots.contains(root)
        ? "INSERT OR IGNORE INTO bundle_root SELECT ?, id FROM root WHERE path = ?"
        : "DELETE FROM bundle_root WHERE bundle = ? AND root = (SELECT id FROM root WHERE path = ?)"
      try connection.run(sql, [Value(row), Value(root)])
      if connection.changeCount > 0 { change = bundleRoots.contains(root) ? .added : change ?? .changed }
    }
    return change
  }

  private func write(
    _ plugins: [ScannedPlugin], bundle: String, _ row: Int64, _ connection: Connection
  ) throws {
    var writer = PluginWriter(connection, rules: rules)
    for plugin in plugins {
      let outcome = try writer.write(plugin, bundle: row)
      seen[row, default: []].insert(outcome.row)
      if let kind = outcome.change { try log(kind, plugin.record.uri, bundle, connection) }
    }
    try writer.writeSearchTexts()
  }

  private func write(_ presets: [PresetRecord], _ row: Int64, _ connection: Connection) throws {
    guard !presets.isEmpty else { return }
    let writer = try presetWriter(row, connection)
    try writer.write(presets, rules: rules)
    // Not only at the end of the bundle, which an interrupted scan never reaches.
    try logPresets(try writer.changedPlugins(), connection)
  }

  /// The writer of a bundle's presets, which replaces those in the catalog.
  private func presetWriter(_ row: Int64, _ connection: Connection) throws -> PresetWriter {
    if let writer = presetWriters[row] { return writer }
    let writer = try PresetWriter(replacingPresetsOf: row, connection)
    presetWriters[row] = writer
    return writer
  }

  private func finish(_ report: BundleReport, _ bundleRoots: [String], _ connection: Connection) throws {
    let row = try bundleRow(report.path, bundleRoots, connection)
    let stamps = [Value(report.fingerprint.turtle), Value(report.fingerprint.other)]
    guard !report.isSameContent else {
      try connection.run("UPDATE bundle SET turtle_stamp = ?, other_stamp = ? WHERE id = ?", stamps + [Value(row)])
      return
    }
    try removeUnseen(row, report.path, connection)
    let remarks = report.remarks.map(\.description) + (try limitOwnTags(row, connection))
    if presetWriters.removeValue(forKey: row) == nil {
      try logPresets(try PresetWriter(replacingPresetsOf: row, connection).changedPlugins(), connection)
    }
    try connection.run(
      """
      UPDATE bundle SET turtle_stamp = ?, other_stamp = ?, content = ?, scanner = ?, remarks = ?,
        since = CASE WHEN verdict = ?6 AND reason = ?7 THEN since ELSE strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END,
        verdict = ?6, reason = ?7 WHERE id = ?8
      """,
      stamps + [
        Value(report.content), Value(scannerVersion), Value(list: remarks),
        Value(report.verdict.rawValue), Value(report.reason), Value(row),
      ])
    try write(report.rejections, row, connection)
  }

  private func write(_ rejections: [BundleReport.Rejection], _ row: Int64, _ connection: Connection) throws {
    var since: [String: String] = [:]
    let before = try connection.rows("SELECT uri, verdict, since FROM refusal WHERE bundle = ?", [Value(row)])
    while let old = try before.next() {
      since[try old.text("uri") + " " + old.text("verdict")] = try old.text("since")
    }
    try connection.run("DELETE FROM refusal WHERE bundle = ?", [Value(row)])
    for rejection in rejections {
      let verdict = rejection.verdict.rawValue
      try connection.run(
        """
        INSERT OR REPLACE INTO refusal (bundle, uri, verdict, reason, since)
        VALUES (?, ?, ?, ?, coalesce(?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
        """,
        [
          Value(row), Value(rejection.uri), Value(verdict), Value(rejection.reason),
          Value(since[rejection.uri + " " + verdict]),
        ])
    }
  }

  /// Removes the plugins that the bundle no longer has.
  private func removeUnseen(_ row: Int64, _ path: String, _ connection: Connection) throws {
    let current = seen[row, default: []]
    let rows = try connection.rows("SELECT id, uri FROM component WHERE bundle = ?", [Value(row)])
    var gone: [(row: Int64, uri: String)] = []
    while let old = try rows.next() {
      let id = try old.rowID("id")
      if !current.contains(id) { gone.append((row: id, uri: try old.text("uri"))) }
    }
    for old in gone {
      try connection.run("DELETE FROM component WHERE id = ?", [Value(old.row)])
      try didRemove(old.uri, path, connection)
    }
    seen[row] = nil
  }

  /// Removes the scan's roots from a bundle, and the bundle itself if no other root leads to it.
  private func leave(_ path: String, _ connection: Connection) throws {
    guard let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [Value(path)]) else { return }
    let change = try setRoots([], of: row, connection)
    guard try connection.number("SELECT EXISTS (SELECT 1 FROM bundle_root WHERE bundle = ?)", [Value(row)]) == 0 else {
      if let change { try logMove(change, row, path, connection) }
      return
    }
    let presets = try PresetWriter(replacingPresetsOf: row, connection)
    let uris = try connection.texts("SELECT uri FROM component WHERE bundle = ?", [Value(row)])
    try connection.run("DELETE FROM bundle WHERE id = ?", [Value(row)])
    for uri in uris { try didRemove(uri, path, connection) }
    try logPresets(try presets.changedPlugins(), connection)
  }
}
