internal import ComponentScan
internal import ComponentStore
internal import ComponentTags
internal import Glibc
internal import Linux
internal import Synchronization

/// How to scan.
public struct ScanOptions: Sendable {
  /// Read every bundle again, even if it is unchanged.
  public var readsEverything = false
  /// How many workers run at once; nil for one per processor.
  public var workers: Int?
  /// The time limit for a bundle, in seconds.
  public var secondsPerBundle = ScanLimits.seconds

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
public struct ScanReport: Sendable {
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
  /// Quarantined bundles and plugins, with the reasons.
  public var quarantined: [QuarantinedBundle]
  /// Directories of the search path that can't be read, with the reasons. The catalog keeps what it has of them.
  public var unreadableDirectories: [String]
  /// Bundles that something outside kept from being read, such as a signal or a lack of memory, with the reasons. The
  /// catalog keeps what it has of them, and the next scan tries again.
  public var interrupted: [String]
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
  ///   - progress: called several times a second, in the calling thread.
  ///   - isCancelled: polled several times a second; what was read until then is kept.
  /// - Throws: an error about the catalog or the workers. A bad bundle is not an error: see ``ScanReport/quarantined``.
  @discardableResult
  public func scan(
    _ options: ScanOptions = ScanOptions(), progress: @escaping (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ComponentManagerError) -> ScanReport {
    try unifyingErrors { try scanned(options, progress: progress, isCancelled: isCancelled) }
  }

  /// Scans, and into a new catalog if the one that there is proves to be damaged.
  private func scanned(
    _ options: ScanOptions, progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> ScanReport {
    let start = ContinuousClock.now
    var identity: FileIdentity?
    func scan() throws -> ScanReport {
      let catalog = try writableCatalog()
      identity = FileIdentity(catalog.path)
      return try scanned(into: catalog, options, since: start, progress: progress, isCancelled: isCancelled)
    }
    do {
      return try scan()
    } catch let error as StoreError where error.isDamagedCatalog {
      try setAside(error, found: identity)
      return try scan()
    }
  }

  private func scanned(
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
    try verify(catalog, options, lock)
    let survey = BundleSurvey(SearchPath(entries: configuration.searchDirectories, environment: [:]))
    let run = try ScanRun(self, writing: catalog, survey: survey, options: options)
    let view = view.acceptingNothing
    let before = run.hasWork ? try catalog.snapshot(view: view) : nil
    try run.work(state, progress, isCancelled)
    let counts = try counts(catalog, view, since: before)
    if before != nil { handOnLabels() }
    withExtendedLifetime(lock) {}
    self.state.withLock { state in
      if catalog.isInMemory { state.memory?.isFilled = true } else { state.memory = nil }
    }
    return try report(
      of: catalog, view: view, survey: survey, counts: counts, interrupted: run.interrupted,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Looks for damage that no query notices. Bundles whose records don't match are read again.
  ///
  /// - Throws: ``StoreError`` if the structure is damaged, or if everything is read anyway.
  private func verify(_ catalog: Catalog, _ options: ScanOptions, _ lock: ScanLock?) throws {
    let isSuspect = state.withLock { $0.isSuspect } || lock?.isCatalogSuspect == true
    // What other rules write anew would get new digests, whatever it is.
    let isWhole = try isSuspect || options.readsEverything || catalog.hasOtherTags(than: TagRules.standardVersion)
    let findings = try catalog.verify(isWhole ? .everything : .share, at: Self.now)
    if let complaint = findings.complaint {
      throw StoreError(.damaged, .catalog, path: catalog.path, detail: complaint)
    }
    lock?.trust()
    state.withLock { ($0.isSuspect, $0.reported) = (false, nil) }
    if let complaint = findings.wordComplaint {
      configuration.notice(
        "the catalog \(catalog.path) was damaged (\(complaint)); that is rebuilt, and nothing is lost")
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
    of catalog: Catalog, view: CatalogView, survey: BundleSurvey, counts: ScanCounts, interrupted: [String],
    seconds: Double
  ) throws -> ScanReport {
    ScanReport(
      bundles: survey.bundles.count, components: counts.components, added: counts.added, changed: counts.changed,
      removed: counts.removed, unchanged: counts.unchanged,
      quarantined: try catalog.quarantined(view: view),
      unreadableDirectories: survey.roots.compactMap { root in root.problem.map { "\(root.path): \($0)" } },
      interrupted: interrupted, seconds: seconds, generation: try catalog.generation())
  }
}

/// A running scan: takes what workers read, adds traits and tags, and writes it in batches.
private final class ScanRun {
  /// A batch is written once it has this many ports, bytes, or items.
  private static let batchPorts = 4_000
  private static let batchBytes = 4 << 20
  private static let batchItems = 64

  private let writer: ScanWriter
  private let plan: ScanPlan
  private let options: WorkerPool.Options
  private var batch: [ScanWriter.Item] = []
  private var batchedPorts = 0
  private var batchedBytes = 0
  /// Paths of bundles that something outside kept from being read, with the reasons.
  private(set) var interrupted: [String] = []

  init(
    _ manager: ComponentManager, writing catalog: Catalog, survey: BundleSurvey, options: ScanOptions
  ) throws {
    let roots = survey.roots.filter(\.isReadable).map(\.path)
    writer = try ScanWriter(catalog, roots: roots, scannerVersion: ScanPlan.scannerVersion, rules: manager.rules)
    try writer.forgetAuthorTags(rules: TagRules.standardVersion)
    plan = ScanPlan(survey: survey, known: try writer.knownBundles(), full: options.readsEverything)
    let environment = manager.configuration.environment
    let worker = manager.configuration.workerPath
    self.options = WorkerPool.Options(
      program: plan.jobs.isEmpty ? "" : try WorkerLocation.find(worker, environment: environment),
      workers: options.workers ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), seconds: options.secondsPerBundle,
      environment: environment)
  }

  /// Whether the scan will write anything but tags.
  var hasWork: Bool { !plan.isEmpty }

  func work(
    _ initial: ScanProgress, _ progress: @escaping (ScanProgress) -> Void, _ isCancelled: @escaping () -> Bool
  ) throws {
    try writer.write(plan.gone.map { .gone(bundle: $0) } + plan.moved.map { .moved(bundle: $0.path, roots: $0.roots) })
    try writer.write(plan.unreadable.map(Self.unreadable))
    try writer.write(plan.interrupted.map(interruption))
    // Closures, so that a scan that finds nothing new doesn't parse the rules.
    try writer.updateTags(
      rules: TagRules.standardVersion,
      aliases: { Vocabulary.standard.entries.map { ($0.identifier, $0.aliases) } },
      grants: { TagRules.standard.grants(for: $0) })
    let names = TagAliases(folder: ProgramLocation.localizations)
    try writer.updateAliases(version: names.version, languages: names.languages) { names.names }
    try writer.updateLexicon(version: Lexicon.standardVersion) { LexiconTexts(Lexicon.standard) }
    var state = initial
    state.bundles = plan.jobs.count
    defer { _ = try? writer.finish() }
    // Reported even while no worker answers: a slow bundle is exactly when people want to know.
    func isCancelledMeanwhile() -> Bool {
      progress(state)
      return isCancelled()
    }
    do {
      try WorkerPool.run(plan.jobs, options: options, isCancelled: isCancelledMeanwhile) { [self] event in
        try add(event, &state)
      }
    } catch let error as ScanError where error.code == .interrupted {
      try flush()
      throw error
    }
    try flush()
    try writer.rebuildIndexes()
    try writer.complete()
  }

  private func add(_ event: WorkerPool.Event, _ state: inout ScanProgress) throws {
    switch event {
    case .read(let bundle, let plugins, let presets):
      state.components += plugins.count
      batchedPorts += plugins.reduce(0) { $0 + $1.ports.count }
      batchedBytes += plugins.reduce(0) { $0 + $1.byteCount }
      batch.append(
        .read(bundle: bundle.path, roots: bundle.roots, plugins: plugins.map(scanned), presets: presets))
    case .finished(let bundle, let report):
      state.bundlesDone += 1
      note(report)
      batch.append(.finished(report, roots: bundle.roots))
    }
    let isLarge = batchedPorts >= Self.batchPorts || batchedBytes >= Self.batchBytes
    if isLarge || batch.count >= Self.batchItems { try flush() }
  }

  private func flush() throws {
    try writer.write(batch)
    batch = []
    batchedPorts = 0
    batchedBytes = 0
  }

  private func scanned(_ record: PluginRecord) -> ScannedPlugin {
    let traits = ComponentTraits(of: record)
    var subject = TagSubject(
      uri: record.uri, classes: record.classes, type: traits.type, hasAudioOutput: traits.audioOutputs > 0)
    subject.standardTags = record.standardTags
    subject.ownTags = record.ownTags
    var record = record
    record.remarks += UnknownTags.remarks(on: record)
    return ScannedPlugin(record: record, traits: traits, grants: TagRules.standard.grants(for: subject))
  }

  private func note(_ report: BundleReport) {
    if let words = report.interruption { interrupted.append("\(report.path): \(words)") }
  }

  private func interruption(_ bundle: BundleSurvey.Bundle) -> ScanWriter.Item {
    var report = BundleReport(path: bundle.path, fingerprint: bundle.fingerprint)
    report.interruption = bundle.interruption
    note(report)
    return .finished(report, roots: bundle.roots)
  }

  private static func unreadable(_ bundle: BundleSurvey.Bundle) -> ScanWriter.Item {
    var report = BundleReport(path: bundle.path, fingerprint: bundle.fingerprint)
    report.problem = .unreadable(bundle.problem ?? "it can't be read")
    return .finished(report, roots: bundle.roots)
  }
}
