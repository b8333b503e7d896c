internal import StoreFiles
package import ComponentModel
internal import SQLite

/// A plugin with everything the catalog stores about it.
package struct ScannedPlugin: Sendable {
  /// The bundle's declaration of it.
  package var record: PluginRecord
  /// The traits derived from the declaration.
  package var traits: ComponentTraits
  /// The system tags that it gets.
  package var grants: [TagGrant]

  /// The digest of the record and of its author's tags as the rules interpret them.
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
/// Use it on one thread at a time.
package final class ScanWriter {
  /// One thing to write.
  package enum Item: Sendable {
    /// Plugins and presets of a bundle that is still being read.
    case read(bundle: String, roots: [String], plugins: [ScannedPlugin], presets: [PresetRecord])
    /// A bundle that has been read to its end.
    case finished(BundleReport, roots: [String])
    /// The roots that lead to a bundle have changed.
    case moved(bundle: String, roots: [String])
    /// No root of the scan leads to the bundle any longer.
    case gone(bundle: String)
  }

  /// Maximum number of distinct author-defined tags of a bundle's plugins: each search by tag tests every one.
  static let mostOwnTags = 1_000

  let catalog: Catalog
  let rules: any TextRules
  let scannerVersion: Int
  /// Whether the catalog keeps results of components.
  private let hasResults: Bool
  private let roots: [String]
  private let defaultRoots: [String]
  var progress = Progress()
  /// Maximum number of components noted before the index of words is updated: the words of each are kept until then.
  var mostNotedWords = 1_024

  /// The state of the scan between batches; restored if a transaction is rolled back.
  struct Progress {
    /// The plugins of each bundle that is being read, by row.
    var seen: [Int64: Set<Int64>] = [:]
    var presetWriters: [Int64: PresetWriter] = [:]
    /// The former stamp of the files other than Turtle, for each bundle that is being read; nil if it was NULL.
    var formerStamps: [Int64: UInt64?] = [:]
    /// Why the catalog can't store a bundle, by its path.
    var rejections: [String: String] = [:]
    /// The catalog's generation; nil until something has changed.
    var generation: Int64?
  }

  /// The writers for one transaction.
  struct Batch {
    let connection: Connection
    let words: WordWriter
    var plugins: PluginWriter
  }

  /// A writer for a scan of these roots, given as canonical paths.
  ///
  /// - Parameters:
  ///   - defaultRoots: the default search path, as canonical paths.
  ///   - scannerVersion: stored with each bundle; a scan with another version reads the bundle again.
  package init(
    _ catalog: Catalog, roots: [String], defaultRoots: [String] = [], scannerVersion: Int, rules: any TextRules
  ) throws {
    self.catalog = catalog
    self.rules = rules
    self.roots = roots
    self.defaultRoots = defaultRoots
    self.scannerVersion = scannerVersion
    hasResults = try catalog.read { connection in
      try ["validation", "measurement"].contains {
        try connection.number("SELECT EXISTS (SELECT 1 FROM \($0))") == 1
      }
    }
    try catalog.write { connection in
      for root in roots {
        try connection.run("INSERT OR IGNORE INTO root (path, scanned) VALUES (?, 0)", [Value(root)])
      }
      try RootPlaces(connection: connection).update(defaults: defaultRoots, scanned: roots)
      try WordWriter(connection, rules: rules).rebuildIfOlder()
    }
  }

  /// Writes a batch in one transaction: all of it, or nothing. A bundle that the catalog can't store is quarantined.
  package func writeItems(_ items: [Item]) throws {
    guard !items.isEmpty else { return }
    let before = progress
    do {
      try catalog.write { connection in
        let words = WordWriter(connection, rules: rules)
        let plugins = PluginWriter(connection, words: words)
        var batch = Batch(connection: connection, words: words, plugins: plugins)
        for item in items {
          try writeItem(item, &batch)
          // A removed directory may have had a million components.
          if batch.words.count >= mostNotedWords { try batch.words.finish() }
        }
        try batch.words.finish()
      }
    } catch {
      progress = before
      throw error
    }
  }

  /// Records that the scan is complete, so the catalog can answer for its roots.
  ///
  /// - Parameter directories: what was found, for later looks.
  package func complete(_ directories: [KnownDirectory] = []) throws {
    try catalog.write { connection in
      try Catalog.note(directories, connection)
      for root in roots {
        try connection.run("UPDATE root SET scanned = 1 WHERE path = ? AND NOT scanned", [Value(root)])
      }
      try RootPlaces(connection: connection).update(defaults: defaultRoots, scanned: roots)
      if generation != nil {
        try connection.execute("UPDATE catalog SET scanned_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")
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
      }
      // A long-running reader can prevent the log from being truncated; then the next writer's session truncates it.
      try connection.execute("PRAGMA busy_timeout = 100; PRAGMA main.wal_checkpoint(TRUNCATE)")
    }
    return try catalog.generation()
  }

  /// The catalog's generation in this scan; nil until something has changed.
  var generation: Int64? {
    get { progress.generation }
    set { progress.generation = newValue }
  }

  /// Writes an item. If its content can't be stored, none of it is written, and its bundle is quarantined.
  private func writeItem(_ item: Item, _ batch: inout Batch) throws {
    let before = (progress, batch)
    do {
      try batch.connection.savepoint { try writeContent(of: item, &batch) }
    } catch let error as SQLiteError where error.code.refusesContent {
      (progress, batch) = before
      try reject(item, because: error, &batch)
    }
  }

  private func writeContent(of item: Item, _ batch: inout Batch) throws {
    switch item {
    case .read(let bundle, let roots, let plugins, let presets):
      guard progress.rejections[bundle] == nil else { return }
      let row = try bundleRow(bundle, roots: roots, on: batch.connection)
      try begin(row, batch.connection)
      try writePlugins(plugins, bundle: bundle, row: row, to: &batch)
      try writePresets(presets, bundle: row, &batch)
    case .finished(let report, let roots): try finish(report, roots: roots, in: &batch)
    case .moved(let bundle, let roots): _ = try bundleRow(bundle, roots: roots, on: batch.connection)
    case .gone(let bundle): try leave(bundle, batch)
    }
  }

  /// Quarantines the bundle of an item that the catalog can't store.
  private func reject(_ item: Item, because error: SQLiteError, _ batch: inout Batch) throws {
    // A damaged index or a leftover row may reject valid content, for which no bundle is to blame.
    if let problem = try StoreKind.catalog.problem(with: batch.connection) {
      throw SQLiteError(.corrupt, problem, path: batch.connection.path)
    }
    switch item {
    case .read(let bundle, let roots, _, _):
      progress.rejections[bundle] = error.message
      let row = try bundleRow(bundle, roots: roots, on: batch.connection)
      try begin(row, batch.connection)
      try empty(row, path: bundle, in: &batch)
    case .finished(let report, _):
      progress.rejections[report.path] = error.message
      try writeContent(of: item, &batch)
    case .moved, .gone: throw error
    }
  }

  /// Marks a bundle as unfinished when its first part is written.
  private func begin(_ row: Int64, _ connection: Connection) throws {
    guard progress.seen[row] == nil else { return }
    progress.seen[row] = []
    let former = try otherStamp(row, connection)
    progress.formerStamps[row] = .some(former)
    guard former != nil else { return }
    try connection.run(
      "UPDATE bundle SET turtle_stamp = NULL, other_stamp = NULL, content = NULL WHERE id = ?", [Value(row)])
  }

  /// Removes the plugins and presets of a bundle.
  private func empty(_ row: Int64, path: String, in batch: inout Batch) throws {
    progress.seen[row] = []
    try removeUnseen(row, path: path, in: &batch)
    progress.seen[row] = []
    progress.presetWriters[row] = nil
    try removePresets(of: row, batch)
  }

  /// The bundle's row, which is created if needed, after setting which of the scan's roots lead to the bundle.
  private func bundleRow(_ path: String, roots bundleRoots: [String], on connection: Connection) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO bundle (path, scanner, verdict, reason, remarks, since)
      VALUES (?, ?, 'scanned', '', '[]', strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) ON CONFLICT (path) DO NOTHING
      """, [Value(path), Value(scannerVersion)])
    let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [Value(path)]) ?? 0
    if let change = try setRoots(bundleRoots, of: row, connection) {
      try logMove(change, bundle: row, path: path, on: connection)
    }
    return row
  }

  /// - Returns: the change for callers who use the roots: an addition if a new root leads to the bundle, a change if
  ///   there are only fewer roots; nil if nothing has changed.
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
    if change != nil { try BundlePrecedence(connection: connection).update(bundle: row) }
    return change
  }

  private func writePlugins(_ plugins: [ScannedPlugin], bundle: String, row: Int64, to batch: inout Batch) throws {
    for plugin in plugins {
      let outcome = try batch.plugins.writePlugin(plugin, bundle: row)
      progress.seen[row, default: []].insert(outcome.row)
      if let kind = outcome.change { try log(kind, uri: plugin.record.uri, bundle: bundle, on: batch.connection) }
    }
  }

  private func finish(_ report: BundleReport, roots bundleRoots: [String], in batch: inout Batch) throws {
    let connection = batch.connection
    let row = try bundleRow(report.path, roots: bundleRoots, on: connection)
    let stamps = [Value(report.fingerprint.turtle), Value(report.fingerprint.other)]
    if let cause = report.interruption {
      return try leaveUnfinished(row, because: cause, fingerprint: report.fingerprint, connection)
    }
    try connection.run("DELETE FROM interruption WHERE bundle = ?", [Value(row)])
    try forgetResults(row, unless: report.fingerprint, connection)
    guard !report.isSameContent else {
      try connection.run("UPDATE bundle SET turtle_stamp = ?, other_stamp = ? WHERE id = ?", stamps + [Value(row)])
      return try takeOverResults(row, connection)
    }
    let rejection = progress.rejections[report.path].map { "the catalog can't hold what it declares (\($0))" }
    if rejection != nil { try empty(row, path: report.path, in: &batch) }
    try removeUnseen(row, path: report.path, in: &batch)
    let remarks = rejection == nil ? report.remarks.map(\.description) + (try limitOwnTags(row, connection)) : []
    if progress.presetWriters.removeValue(forKey: row) == nil { try removePresets(of: row, batch) }
    let verdict = rejection == nil ? report.verdict : .failed
    try connection.run(
      """
      UPDATE bundle SET turtle_stamp = ?, other_stamp = ?, content = ?, scanner = ?, remarks = ?,
        since = CASE WHEN verdict = ?6 AND reason = ?7 THEN since ELSE strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END,
        verdict = ?6, reason = ?7 WHERE id = ?8
      """,
      stamps + [
        Value(report.content), Value(scannerVersion), Value(list: remarks),
        Value(verdict.rawValue), Value(rejection ?? report.reason), Value(row),
      ])
    try writeRejections(rejection == nil ? report.rejections : [], bundle: row, on: connection)
    try takeOverResults(row, connection)
  }

  /// Shows the stored results of a bundle's plugins, if its files haven't changed since.
  private func takeOverResults(_ row: Int64, _ connection: Connection) throws {
    if hasResults { try ShownResults.fill(connection, where: "b.id = ?", [Value(row)]) }
  }

  /// Clears the results of running a bundle's plugins, unless its files other than Turtle, such as binaries, are the
  /// same as before.
  private func forgetResults(_ row: Int64, unless same: Fingerprint, _ connection: Connection) throws {
    let former = try progress.formerStamps.removeValue(forKey: row) ?? otherStamp(row, connection)
    guard former != same.other else { return }
    try connection.run(
      "UPDATE component SET \(ShownResults.clearing) WHERE bundle = ? AND \(ShownResults.isAny)", [Value(row)])
  }

  private func otherStamp(_ row: Int64, _ connection: Connection) throws -> UInt64? {
    try connection.rows("SELECT other_stamp FROM bundle WHERE id = ?", [Value(row)]).next()?.optionalBits("other_stamp")
  }

  private func writeRejections(_ rejections: [BundleReport.Rejection], bundle row: Int64, on connection: Connection)
    throws
  {
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
  private func removeUnseen(_ row: Int64, path: String, in batch: inout Batch) throws {
    let connection = batch.connection
    let current = progress.seen[row, default: []]
    let rows = try connection.numbers("SELECT id FROM component WHERE bundle = ?", [Value(row)])
    for old in rows where !current.contains(old) {
      let gone = try GoneComponent.all(where: "c.id = ?", old, on: connection)
      try batch.words.willChange(old)
      try connection.run("DELETE FROM component WHERE id = ?", [Value(old)])
      for component in gone { try didRemove(component, bundle: path, on: connection) }
    }
    progress.seen[row] = nil
  }

  /// Removes the scan's roots from a bundle, and the bundle itself if no other root leads to it.
  private func leave(_ path: String, _ batch: Batch) throws {
    let connection = batch.connection
    guard let row = try connection.number("SELECT id FROM bundle WHERE path = ?", [Value(path)]) else { return }
    let change = try setRoots([], of: row, connection)
    guard try connection.number("SELECT EXISTS (SELECT 1 FROM bundle_root WHERE bundle = ?)", [Value(row)]) == 0 else {
      if let change { try logMove(change, bundle: row, path: path, on: connection) }
      return
    }
    try batch.words.willChangePresets(ofBundle: row)
    try batch.words.willChange("SELECT id FROM component WHERE bundle = ?", [Value(row)])
    let presets = try PresetWriter(replacingPresetsOf: row, connection)
    let gone = try GoneComponent.all(where: "c.bundle = ?", row, on: connection)
    try connection.run("DELETE FROM bundle WHERE id = ?", [Value(row)])
    for component in gone { try didRemove(component, bundle: path, on: connection) }
    try logPresets(try presets.changedPlugins(), connection)
  }
}
