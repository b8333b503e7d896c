public import ComponentModel
internal import GRDB

/// A plugin with all that is stored of it.
public struct ScannedPlugin: Sendable {
  /// What its bundle says.
  public var record: PluginRecord
  /// What follows from that.
  public var traits: ComponentTraits
  /// Its system tags.
  public var grants: [TagGrant]

  /// The digest of the record, and of what the rules make of its author's tags.
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
  public init(record: PluginRecord, traits: ComponentTraits, grants: [TagGrant]) {
    self.record = record
    self.traits = traits
    self.grants = grants
  }
}

/// Writes the results of one scan into the catalog, a batch a transaction. What has been committed stays when the scan is
/// interrupted: the next one goes on from there.
///
/// Belongs to one thread.
public final class ScanWriter {
  /// One thing to write.
  public enum Item: Sendable {
    /// Plugins and presets of a bundle that has not ended.
    case read(bundle: String, roots: [String], plugins: [ScannedPlugin], presets: [PresetRecord])
    /// The end of a bundle.
    case finished(BundleReport, roots: [String])
    /// The roots that lead to a bundle have changed.
    case moved(bundle: String, roots: [String])
    /// No root of the scan leads to the bundle any more.
    case gone(bundle: String)
  }

  /// The most different tags of their author's own that the plugins of a bundle have: each search by tag tests every one.
  static let mostOwnTags = 1_000

  private let catalog: Catalog
  let rules: any TextRules
  private let scannerVersion: Int
  private let roots: [String]
  private var seen: [Int64: Set<Int64>] = [:]
  private var presetWriters: [Int64: PresetWriter] = [:]
  var generation: Int64?

  /// A writer for a scan that looks at these roots, by canonical path.
  ///
  /// - Parameter scannerVersion: kept with each bundle; another version reads it again.
  public init(_ catalog: Catalog, roots: [String], scannerVersion: Int, rules: any TextRules) throws {
    self.catalog = catalog
    self.rules = rules
    self.roots = roots
    self.scannerVersion = scannerVersion
    try transaction { connection in
      for root in roots {
        try connection.run("INSERT OR IGNORE INTO root (path, scanned) VALUES (?, 0)", [value(root)])
      }
    }
  }

  /// What the catalog remembers of all bundles.
  public func knownBundles() throws -> [KnownBundle] {
    try catalog.read { connection in
      var known: [Int64: KnownBundle] = [:]
      let cursor = try connection.rows(
        """
        SELECT b.id, b.path, b.turtle_stamp, b.other_stamp, b.content, b.scanner, r.path FROM bundle AS b
        LEFT JOIN bundle_root AS x ON x.bundle = b.id LEFT JOIN root AS r ON r.id = x.root
        """)
      while let row = try cursor.next() {
        let root = row.optionalText(6)
        if root.map({ known[row[0]]?.roots.insert($0) != nil }) == true && known[row[0]] != nil { continue }
        known[row[0]] = Self.known(row, root)
      }
      return Array(known.values)
    }
  }

  private static func known(_ row: Row, _ root: String?) -> KnownBundle {
    let turtle: Int64? = row[2]
    let other: Int64? = row[3]
    let content: Int64? = row[4]
    let fingerprint = turtle.flatMap { turtle in
      other.map { Fingerprint(turtle: UInt64(bitPattern: turtle), other: UInt64(bitPattern: $0)) }
    }
    return KnownBundle(
      path: row.text(1), fingerprint: fingerprint, content: content.map { UInt64(bitPattern: $0) },
      scanner: row.integer(5), roots: Set(root.map { [$0] } ?? []))
  }

  /// Writes a batch in one transaction: all of it, or nothing.
  public func write(_ items: [Item]) throws {
    guard !items.isEmpty else { return }
    let before = (seen, presetWriters, generation)
    do {
      try transaction { connection in
        for item in items { try write(item, connection) }
      }
    } catch {
      (seen, presetWriters, generation) = before
      throw error
    }
  }

  /// Notes that the scan has seen everything: what is in the catalog answers for its roots.
  public func complete() throws {
    try transaction { connection in
      for root in roots {
        try connection.run("UPDATE root SET scanned = 1 WHERE path = ? AND NOT scanned", [value(root)])
      }
    }
  }

  /// Ends the scan: the write-ahead log goes into the catalog.
  ///
  /// - Returns: the catalog's generation.
  public func finish() throws -> Int {
    try translatingErrors(.catalog, path: catalog.path) {
      try catalog.database.writeWithoutTransaction { connection in
        if generation != nil {
          try removeUnusedTags(connection)
          try mergeNameIndex(connection)
        }
        // Somebody who reads for longer keeps the log; then the next writer's session ends it.
        try connection.execute(sql: "PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    return try catalog.generation()
  }

  /// The index of names is made of a piece for each batch; fewer pieces answer sooner. The pages that are rewritten are
  /// bounded, so that one new plugin among a million costs no more than many among few.
  private func mergeNameIndex(_ connection: Database) throws {
    try connection.execute(sql: "INSERT INTO name_index (name_index, rank) VALUES ('merge', -1000)")
  }

  func transaction(_ body: (Database) throws -> Void) throws {
    try translatingErrors(.catalog, path: catalog.path) {
      try catalog.database.writeWithoutTransaction { connection in
        try connection.inTransaction(.immediate) {
          try body(connection)
          return .commit
        }
      }
    }
  }

  private func write(_ item: Item, _ connection: Database) throws {
    switch item {
    case .read(let bundle, let roots, let plugins, let presets):
      let row = try bundleRow(bundle, roots, connection)
      for plugin in plugins { try write(plugin, bundle: bundle, row, connection) }
      try write(presets, row, connection)
    case .finished(let report, let roots): try finish(report, roots, connection)
    case .moved(let bundle, let roots): _ = try bundleRow(bundle, roots, connection)
    case .gone(let bundle): try leave(bundle, connection)
    }
  }

  /// The bundle's row, marked as not ended, with exactly these of the scan's roots.
  private func bundleRow(_ path: String, _ bundleRoots: [String], _ connection: Database) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO bundle (path, scanner, verdict, reason, remarks, since)
      VALUES (?, ?, 'scanned', '', '[]', strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) ON CONFLICT (path) DO NOTHING
      """, [value(path), value(scannerVersion)])
    let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [value(path)]) ?? 0
    if let change = try setRoots(bundleRoots, of: row, connection) { try logMove(change, row, path, connection) }
    return row
  }

  /// - Returns: what that is for those who look through the roots: an addition where a root leads to the bundle that did not,
  ///   a change where only others are gone; nil where all is as before.
  private func setRoots(
    _ bundleRoots: [String], of row: Int64, _ connection: Database
  ) throws -> PluginWriter.Change? {
    var change: PluginWriter.Change?
    for root in roots {
      let sql =
        bundleRoots.contains(root)
        ? "INSERT OR IGNORE INTO bundle_root SELECT ?, id FROM root WHERE path = ?"
        : "DELETE FROM bundle_root WHERE bundle = ? AND root = (SELECT id FROM root WHERE path = ?)"
      try connection.run(sql, [value(row), value(root)])
      if connection.changesCount > 0 { change = bundleRoots.contains(root) ? .added : change ?? .changed }
    }
    return change
  }

  private func write(_ plugin: ScannedPlugin, bundle: String, _ row: Int64, _ connection: Database) throws {
    let outcome = try PluginWriter(connection, rules: rules).write(plugin, bundle: row)
    seen[row, default: []].insert(outcome.row)
    guard let kind = outcome.change else { return }
    try log(kind, plugin.record.uri, bundle, connection)
  }

  private func write(_ presets: [PresetRecord], _ row: Int64, _ connection: Database) throws {
    guard !presets.isEmpty else { return }
    let writer = try presetWriter(row, connection)
    try writer.write(presets, rules: rules)
    // Not first at the end of the bundle, which an interrupted scan never sees.
    try logPresets(try writer.changedPlugins(), connection)
  }

  /// The writer of a bundle's presets; what the catalog had of them is gone then.
  private func presetWriter(_ row: Int64, _ connection: Database) throws -> PresetWriter {
    if let writer = presetWriters[row] { return writer }
    let writer = try PresetWriter(replacingPresetsOf: row, connection)
    presetWriters[row] = writer
    return writer
  }

  private func finish(_ report: BundleReport, _ bundleRoots: [String], _ connection: Database) throws {
    let row = try bundleRow(report.path, bundleRoots, connection)
    let stamps = [value(report.fingerprint.turtle), value(report.fingerprint.other)]
    guard !report.isSameContent else {
      try connection.run("UPDATE bundle SET turtle_stamp = ?, other_stamp = ? WHERE id = ?", stamps + [value(row)])
      return
    }
    try removeUnseen(row, report.path, connection)
    let remarks = report.remarks + (try limitOwnTags(row, connection))
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
        value(report.content), value(scannerVersion), value(list: remarks),
        value(report.judgement.verdict.rawValue), value(report.judgement.reason), value(row),
      ])
    try writeRefusals(report.refusals, row, connection)
  }

  private func writeRefusals(_ refusals: [BundleReport.Refusal], _ row: Int64, _ connection: Database) throws {
    let before = try Row.fetchAll(
      connection, sql: "SELECT uri, verdict, since FROM refusal WHERE bundle = ?", arguments: [row])
    let since = Dictionary(
      before.map { ($0.text(0) + " " + $0.text(1), $0.text(2)) }, uniquingKeysWith: { first, _ in first })
    try connection.run("DELETE FROM refusal WHERE bundle = ?", [value(row)])
    for refusal in refusals {
      let verdict = refusal.judgement.verdict.rawValue
      try connection.run(
        """
        INSERT OR REPLACE INTO refusal (bundle, uri, verdict, reason, since)
        VALUES (?, ?, ?, ?, coalesce(?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
        """,
        [
          value(row), value(refusal.uri), value(verdict), value(refusal.judgement.reason),
          value(since[refusal.uri + " " + verdict]),
        ])
    }
  }

  /// Removes the plugins that the bundle had and has no more.
  private func removeUnseen(_ row: Int64, _ path: String, _ connection: Database) throws {
    let current = seen[row, default: []]
    let rows = try Row.fetchAll(connection, sql: "SELECT id, uri FROM component WHERE bundle = ?", arguments: [row])
    for old in rows where !current.contains(old[0]) {
      try connection.run("DELETE FROM component WHERE id = ?", [value(old[0] as Int64)])
      try didRemove(old.text(1), path, connection)
    }
    seen[row] = nil
  }

  /// Takes the scan's roots from a bundle, and the bundle itself where no other root leads to it.
  private func leave(_ path: String, _ connection: Database) throws {
    guard let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [value(path)]) else { return }
    let change = try setRoots([], of: row, connection)
    guard try connection.number("SELECT EXISTS (SELECT 1 FROM bundle_root WHERE bundle = ?)", [value(row)]) == 0 else {
      if let change { try logMove(change, row, path, connection) }
      return
    }
    let presets = try PresetWriter(replacingPresetsOf: row, connection)
    let uris = try String.fetchAll(connection, sql: "SELECT uri FROM component WHERE bundle = ?", arguments: [row])
    try connection.run("DELETE FROM bundle WHERE id = ?", [value(row)])
    for uri in uris { try didRemove(uri, path, connection) }
    try logPresets(try presets.changedPlugins(), connection)
  }

}
