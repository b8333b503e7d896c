internal import CatalogSearch
internal import CatalogStore
internal import StoreFiles
public import ComponentModel
internal import ComponentScan
internal import ComponentTags
internal import Linux
internal import Synchronization

/// How a scan reads bundles.
public struct ScanOptions: Hashable, Sendable {
  /// Whether to read every bundle again, even if it is unchanged, into a new catalog, which replaces the former one at
  /// the end.
  public var readsEverything = false
  /// The number of workers that run in parallel; nil for one per processor.
  public var workers: Int?
  /// The time limit for a bundle, in seconds.
  public var secondsPerBundle = ScanLimits.seconds

  /// Whether to read only what every user may read, with no further rights.
  var isForEverybody = false
  /// Whether a bundle that has just changed and can't be read gets no verdict, since it is probably still being copied.
  var leavesUnsettled = false
  /// Whether an answer waits for the scan: what it can't read in its time counts as interrupted.
  var isAnswer = false

  /// Creates options with their usual values.
  public init() {}
}

/// The progress of a scan.
public struct ScanProgress: Hashable, Sendable {
  /// Bundles that have been read.
  public var bundlesDone: Int
  /// The number of bundles to read.
  public var bundles: Int
  /// Components that have been read.
  public var components: Int
  /// Whether this scan is waiting for another process to finish scanning.
  public var isWaiting: Bool
}

/// The result of a scan.
public struct ScanReport: Hashable, Sendable {
  /// Bundles on the search path.
  public var bundles: Int
  /// Components that the caller sees now.
  public var components: Int
  /// Components that were not there before.
  public var added: Int
  /// Components whose description has changed.
  public var changed: Int
  /// Components that are no longer there.
  public var removed: Int
  /// Components that have not changed.
  public var unchanged: Int
  /// The number of bundles and plugins that are quarantined now and were not before.
  public var newlyQuarantined: Int
  /// Quarantined bundles and plugins, with the reasons.
  public var quarantined: [QuarantinedBundle]
  /// Directories of the search path that can't be read, with the reasons. The catalog keeps what it has of them.
  public var unreadableDirectories: [String]
  /// Bundles that something outside kept from being read, such as a signal or a lack of memory. The catalog keeps what it
  /// has of them, unless everything is read again, and the next scan tries again.
  public var interrupted: [InterruptedBundle]
  /// How long the scan took, in seconds.
  public var seconds: Double
  /// The catalog's generation: it grows with every scan that changes something.
  public var generation: Int
  /// Whether it has left bundles to the next scan.
  var isUnsettled = false
}

extension ComponentManager {
  /// Updates the catalog from the bundles of the search path. Unchanged bundles are not read again.
  ///
  /// Blocks the calling thread; worker processes read the bundles. Only one process scans at a time, and others wait.
  ///
  /// - Parameters:
  ///   - options: how to scan.
  ///   - progress: called on the calling thread, whenever a worker has answered and at least several times a second.
  ///   - isCancelled: polled as often; what was read by then is kept, unless everything is read again.
  /// - Throws: an error about the catalog or the workers. A bad bundle is not an error: see ``ScanReport/quarantined``.
  @discardableResult
  public func scan(
    _ options: ScanOptions = ScanOptions(), progress: @escaping (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ComponentManagerError) -> ScanReport {
    try unifyingErrors { try scanOrStartOver(options, progress: progress, isCancelled: isCancelled) }
  }

  /// Scans; starts over with a new catalog if the existing one is damaged.
  private func scanOrStartOver(
    _ options: ScanOptions, progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> ScanReport {
    let start = ContinuousClock.now
    var identity: FileIdentity?
    func scan() throws -> ScanReport {
      let catalog = try writableCatalog()
      identity = FileIdentity(catalog.path)
      return try scanLocked(catalog, options, since: start, progress: progress, isCancelled: isCancelled)
    }
    do {
      return try scan()
    } catch let error as StoreError where error.isDamagedCatalog {
      // Only if SQLite's own check finds it damaged: what the disk could not read once is tried once more.
      try setAside(error)
    }
    do {
      return try scan()
    } catch let error as StoreError where error.isDamagedCatalog {
      try setAside(error, found: identity)
      return try scan()
    }
  }

  /// Scans while holding the lock that keeps other processes from scanning.
  private func scanLocked(
    _ catalog: Catalog, _ options: ScanOptions, since start: ContinuousClock.Instant,
    progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> ScanReport {
    func scan(into catalog: Catalog) throws -> ScanReport {
      try self.scan(into: catalog, options, since: start, progress: progress, isCancelled: isCancelled)
    }
    if catalog.isInMemory { return try scan(into: catalog) }
    let waiting = ScanProgress(bundlesDone: 0, bundles: 0, components: 0, isWaiting: true)
    func isCancelledWhileWaiting() -> Bool {
      progress(waiting)
      return isCancelled()
    }
    let identity = FileIdentity(catalog.path)
    guard let lock = ScanLock(catalog: catalog.path, isCancelled: isCancelledWhileWaiting) else {
      throw ComponentManagerError.interrupted
    }
    defer { withExtendedLifetime(lock) {} }
    // Another process may have replaced the file while this one waited.
    var catalog = try FileIdentity(catalog.path) == identity ? catalog : writableCatalog()
    // An empty catalog has just replaced the one that was found damaged.
    if isSuspect(lock), (try? catalog.roots())?.isEmpty != true {
      // SQLite's check does not find every meaningless value.
      let error = StoreError(.damaged, .catalog, path: catalog.path, detail: "found by a search")
      try setAside(error, found: FileIdentity(catalog.path))
      catalog = try writableCatalog()
    }
    // The catalog keeps its data about directories that can't be read.
    guard options.readsEverything, (try? catalog.roots())?.isEmpty == false, unreadableDirectories().isEmpty else {
      return try scan(into: catalog)
    }
    return try scanAnew(insteadOf: catalog, by: scan)
  }

  /// Whether a query of any process has found the catalog damaged since the last scan.
  private func isSuspect(_ lock: ScanLock) -> Bool {
    let isSuspect = lock.isCatalogSuspect || state.withLock { $0.isSuspect }
    lock.trust()
    state.withLock { ($0.isSuspect, $0.reported) = (false, nil) }
    return isSuspect
  }

  /// Scans into a new file, which replaces the catalog when it is complete: until then, searches read the former one.
  private func scanAnew(insteadOf former: Catalog, by scan: (Catalog) throws -> ScanReport) throws -> ScanReport {
    let view = view.acceptingNothing
    // If the former catalog is too damaged to read these, everything counts as new.
    let (before, quarantined) = (try? former.snapshot(view: view), try? former.quarantined(view: view))
    return try Catalog.replace(former, results: results) { catalog in
      var report = try scan(catalog)
      if let before { report.count(ScanCounts(from: before, to: try catalog.snapshot(view: view))) }
      if let quarantined { report.countQuarantined(since: quarantined) }
      return report
    }
  }

  private func scan(
    into catalog: Catalog, _ options: ScanOptions, since start: ContinuousClock.Instant,
    progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> ScanReport {
    let state = ScanProgress(bundlesDone: 0, bundles: 0, components: 0, isWaiting: false)
    var survey = try survey(.forScan, isCancelled: isCancelled)
    if options.isForEverybody { survey.removePrivateBundles() }
    let run = try ScanRun(self, writing: catalog, survey: survey, options: options)
    let view = view.acceptingNothing
    let before = run.hasWork ? try catalog.snapshot(view: view) : nil
    let quarantined = run.hasWork ? try catalog.quarantined(view: view) : nil
    try run.work(from: state, progress: progress, isCancelled: isCancelled)
    // If the place can't be written, the scan loses nothing: its results stay in the catalog.
    if !catalog.isInMemory {
      do { try results?.follow(catalog) } catch let error as StoreError where error.store == .results {}
    }
    for directory in followed.silent([]).sorted() {
      try catalog.noteSilence(of: directory, root: followed.knownRoot(of: directory), at: SystemClock.seconds)
    }
    followed.noteScan(try catalog.knownDirectories(configuration.searchDirectories))
    let counts = try counts(catalog, view, since: before)
    handOnLabels { try catalog.replacements(view: view) }
    self.state.withLock { state in
      if catalog.isInMemory { state.memory?.isFilled = true } else { state.memory = nil }
    }
    var report = try report(
      of: catalog, view: view, survey: survey, counts: counts, interrupted: run.interrupted,
      seconds: (ContinuousClock.now - start) / .seconds(1))
    if let quarantined { report.countQuarantined(since: quarantined) }
    report.isUnsettled = !run.unread.isEmpty
    return report
  }

  private func counts(
    _ catalog: Catalog, _ view: CatalogView, since before: CatalogSnapshot?
  ) throws -> ScanCounts {
    guard let before else { return ScanCounts(components: try catalog.componentCount(view: view)) }
    return ScanCounts(from: before, to: try catalog.snapshot(view: view))
  }

  private func report(
    of catalog: Catalog, view: CatalogView, survey: BundleSurvey, counts: ScanCounts, interrupted: [InterruptedBundle],
    seconds: Double
  ) throws -> ScanReport {
    ScanReport(
      bundles: survey.bundles.count, components: counts.components, added: counts.added, changed: counts.changed,
      removed: counts.removed, unchanged: counts.unchanged,
      newlyQuarantined: 0, quarantined: try catalog.quarantined(view: view),
      unreadableDirectories: survey.unreadableDirectories,
      interrupted: interrupted, seconds: seconds, generation: try catalog.generation())
  }
}

extension ScanReport {
  fileprivate mutating func count(_ counts: ScanCounts) {
    (added, changed, removed, unchanged) = (counts.added, counts.changed, counts.removed, counts.unchanged)
  }

  /// Counts the bundles and plugins that are newly quarantined.
  fileprivate mutating func countQuarantined(since before: [QuarantinedBundle]) {
    func key(_ bundle: QuarantinedBundle) -> [String?] { [bundle.path, bundle.uri] }
    let known = Set(before.map(key))
    newlyQuarantined = quarantined.count { !known.contains(key($0)) }
  }
}

/// A bundle that something outside kept from being read.
public struct InterruptedBundle: Hashable, Sendable, CustomStringConvertible {
  /// Canonical path of its directory.
  public var path: String
  /// The reason why it could not be read.
  public var cause: ScanInterruption

  /// Path and cause, in one line.
  public var description: String { "\(path): \(cause)" }
}
