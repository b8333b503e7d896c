internal import ComponentScan
internal import ComponentStore
internal import ComponentTags
internal import Linux
internal import Synchronization

/// How to scan.
public struct ScanOptions: Hashable, Sendable {
  /// Read every bundle again, even if it is unchanged.
  public var readsEverything = false
  /// How many workers run at once; nil for one per processor.
  public var workers: Int?
  /// The time limit for a bundle, in seconds.
  public var secondsPerBundle = ScanLimits.seconds

  /// Whether only what every user may read is read, with no other rights.
  var isForEverybody = false

  /// The defaults.
  public init() {}
}

/// The progress of a scan.
public struct ScanProgress: Hashable, Sendable {
  /// Bundles that have been read.
  public var bundlesDone: Int
  /// Bundles to read.
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
  /// How many bundles and plugins are quarantined that were not before.
  public var newlyQuarantined: Int
  /// Quarantined bundles and plugins, with the reasons.
  public var quarantined: [QuarantinedBundle]
  /// Directories of the search path that can't be read, with the reasons. The catalog keeps what it has of them.
  public var unreadableDirectories: [String]
  /// Bundles that something outside kept from being read, such as a signal or a lack of memory. The catalog keeps what it
  /// has of them, and the next scan tries again.
  public var interrupted: [InterruptedBundle]
  /// How long the scan took.
  public var seconds: Double
  /// The catalog's generation: it grows with every scan that changes something.
  public var generation: Int
}

extension ComponentManager {
  /// Updates the catalog from the bundles of the search path. Unchanged bundles are not read again.
  ///
  /// Blocks the calling thread; worker processes read the bundles. Only one process scans at a time, and others wait.
  ///
  /// - Parameters:
  ///   - options: how to scan.
  ///   - progress: called in the calling thread, whenever a worker has answered and at least several times a second.
  ///   - isCancelled: polled as often; what was read until then is kept.
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
      return try self.scan(into: catalog, options, since: start, progress: progress, isCancelled: isCancelled)
    }
    do {
      return try scan()
    } catch let error as StoreError where error.isDamagedCatalog {
      try setAside(error, found: identity)
      return try scan()
    }
  }

  private func scan(
    into catalog: Catalog, _ options: ScanOptions, since start: ContinuousClock.Instant,
    progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> ScanReport {
    var state = ScanProgress(bundlesDone: 0, bundles: 0, components: 0, isWaiting: true)
    func isCancelledWhileWaiting() -> Bool {
      progress(state)
      return isCancelled()
    }
    var lock: ScanLock?
    if !catalog.isInMemory {
      lock = ScanLock(catalog: catalog.path, isCancelled: isCancelledWhileWaiting)
      guard lock != nil else { throw ComponentManagerError.interrupted }
    }
    state.isWaiting = false
    try verify(catalog, options: options, lock: lock)
    var survey = BundleSurvey(SearchPath(entries: configuration.searchDirectories, environment: [:]))
    if options.isForEverybody { survey.removePrivateBundles() }
    let run = try ScanRun(self, writing: catalog, survey: survey, options: options)
    let view = view.acceptingNothing
    let before = run.hasWork ? try catalog.snapshot(view: view) : nil
    let quarantined = run.hasWork ? try catalog.quarantined(view: view) : nil
    try run.work(from: state, progress: progress, isCancelled: isCancelled)
    let counts = try counts(catalog, view, since: before)
    handOnLabels { try catalog.replacements(view: view) }
    withExtendedLifetime(lock) {}
    self.state.withLock { state in
      if catalog.isInMemory { state.memory?.isFilled = true } else { state.memory = nil }
    }
    var report = try report(
      of: catalog, view: view, survey: survey, counts: counts, interrupted: run.interrupted,
      seconds: (ContinuousClock.now - start) / .seconds(1))
    if let quarantined { report.countQuarantined(since: quarantined) }
    return report
  }

  /// Looks for damage that no query notices. Bundles whose records don't match are read again.
  ///
  /// - Throws: ``StoreError`` if the structure is damaged, or if everything is read anyway.
  private func verify(_ catalog: Catalog, options: ScanOptions, lock: ScanLock?) throws {
    let isSuspect = state.withLock { $0.isSuspect } || lock?.isCatalogSuspect == true
    // Rewriting tags by new rules also renews their digests, which would hide damage.
    let isWhole = try isSuspect || options.readsEverything || catalog.hasOtherTags(than: TagRules.standardVersion)
    let findings = try catalog.verify(isWhole ? .everything : .share, at: .now)
    if let problem = findings.problem {
      throw StoreError(.damaged, .catalog, path: catalog.path, detail: problem)
    }
    lock?.trust()
    state.withLock { ($0.isSuspect, $0.reported) = (false, nil) }
    if let problem = findings.wordProblem {
      configuration.notice(
        "the catalog \(catalog.path) was damaged (\(problem)); that is rebuilt, and nothing is lost")
    }
    guard !findings.bundles.isEmpty else { return }
    let list = Self.list(findings.bundles)
    if options.readsEverything {
      throw StoreError(
        .damaged, .catalog, path: catalog.path, detail: "its records of \(list) are not as they were written")
    }
    configuration.notice("the catalog \(catalog.path) was damaged: its records of \(list) are read again")
  }

  private static func list(_ bundles: [String]) -> String {
    bundles.prefix(3).joined(separator: ", ") + (bundles.count > 3 ? " and \(bundles.count - 3) more bundles" : "")
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
  /// Counts what is quarantined now and was not before.
  fileprivate mutating func countQuarantined(since before: [QuarantinedBundle]) {
    func key(_ bundle: QuarantinedBundle) -> [String?] { [bundle.path, bundle.uri] }
    let known = Set(before.map(key))
    newlyQuarantined = quarantined.count { !known.contains(key($0)) }
  }
}
