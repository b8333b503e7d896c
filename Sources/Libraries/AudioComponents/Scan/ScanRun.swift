internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import ComponentScan
internal import ComponentTags
internal import Linux

/// A running scan: receives what workers read, adds traits and tags, and writes it in batches.
///
/// The catalog is written on a thread of its own, so that workers don't wait for it.
final class ScanRun {
  /// A batch is written once it has this many ports, bytes, or items.
  private static let batchPorts = 4_000
  private static let batchBytes = 4 << 20
  private static let batchItems = 64
  /// The most batches that may wait to be written.
  private static let waitingBatches = 4

  private let writer: ScanWriter
  private let rules: any TextRules
  private let plan: ScanPlan
  private let options: WorkerPool.Options
  private var batch: [ScanWriter.Item] = []
  private var batchedPorts = 0
  private var batchedBytes = 0
  /// The bundles that something outside kept from being read.
  private(set) var interrupted: [InterruptedBundle] = []
  /// What is new since the last scan.
  private(set) var news = InstalledNews()
  private let catalog: Catalog
  private let directories: [SurveyedDirectory]
  private let leavesUnsettled: Bool
  /// What is to be read, by path.
  private let jobs: [String: ScanPlan.Job]
  private var names: [String: [String]] = [:]
  /// Canonical paths of the bundles that the next look has to try again.
  private(set) var unread: Set<String> = []

  init(
    _ manager: ComponentManager, writing catalog: Catalog, survey: BundleSurvey, options: ScanOptions
  ) throws {
    let roots = survey.roots.filter(\.isReadable).map(\.path)
    rules = manager.rules
    self.catalog = catalog
    leavesUnsettled = options.leavesUnsettled
    directories = survey.directories
    // Without asking a directory that gives no answer.
    let searched = manager.configuration.searchDirectories
    let places = Dictionary(survey.directories.map { ($0.path, $0.root) }, uniquingKeysWith: { first, _ in first })
    let defaults = SearchPath(entries: SearchPath.defaultEntries, environment: manager.configuration.environment)
    writer = try ScanWriter(
      catalog, roots: roots,
      defaultRoots: defaults.directories.map { directory in
        places[directory] ?? (searched.contains(directory) ? manager.followed.knownRoot(of: directory) : nil)
          ?? (try? Path.canonical(directory)) ?? directory
      },
      scannerVersion: ScanPlan.scannerVersion, rules: rules)
    try writer.forgetAuthorTags(rules: TagRules.standardVersion)
    plan = ScanPlan(survey: survey, known: try catalog.knownBundles(), full: options.readsEverything)
    jobs = Dictionary(plan.jobs.map { ($0.bundle.path, $0) }, uniquingKeysWith: { first, _ in first })
    let environment = manager.configuration.environment
    let worker = manager.configuration.workerPath
    var pool = WorkerPool.Options(
      program: plan.jobs.isEmpty ? "" : try WorkerLocation.find(worker, environment: environment),
      workers: options.workers ?? CurrentProcess.processorCount, seconds: options.secondsPerBundle,
      environment: environment)
    pool.isUnprivileged = options.isForEverybody
    pool.cutsOff = options.isAnswer
    self.options = pool
  }

  /// Whether the scan will write anything but tags.
  var hasWork: Bool { !plan.isEmpty }

  /// Reads and writes everything.
  ///
  /// - Throws: ``ScanError``, ``StoreError``. What was written by then stays.
  func work(
    from initial: ScanProgress, progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws {
    let thread = SerialThread(limit: Self.waitingBatches)
    defer { _ = try? writer.finish() }
    let reading = Result {
      try prepare(thread)
      try read(from: initial, progress: progress, isCancelled: isCancelled, writingOn: thread)
    }
    // The batches handed over are kept. If the catalog can't be written, that is the error to report.
    try thread.finish()
    try reading.get()
    let bad = Set(try catalog.badBundles())
    try writer.complete(directories.map { $0.known(unread: unread, isBad: bad.contains) })
  }

  /// Writes what needs no worker.
  private func prepare(_ thread: SerialThread) throws {
    news.toRead = plan.jobs.count
    for path in plan.gone { news.removed.append(.init(path: path, names: try catalog.componentNames(ofBundle: path))) }
    let items =
      plan.gone.map { .gone(bundle: $0) } + plan.moved.map { .moved(bundle: $0.path, roots: $0.roots) }
      + (plan.unreadable + plan.interrupted).compactMap(unread)
    try writeItems(items, thread)
    // SAFETY: Until the thread has finished, only it uses the writer.
    nonisolated(unsafe) let writer = writer
    try thread.run { try Self.updateTags(writer) }
  }

  /// Updates the tags of components. The writer gets closures, so that a scan that finds nothing new parses no tables.
  private static func updateTags(_ writer: ScanWriter) throws {
    try writer.updateTags(
      rules: TagRules.standardVersion,
      aliases: { Vocabulary.standard.entries.map { ($0.identifier, $0.aliases) } },
      grants: { TagRules.standard.grants(for: $0) })
  }

  private func read(
    from initial: ScanProgress, progress: @escaping (ScanProgress) -> Void, isCancelled: @escaping () -> Bool,
    writingOn thread: SerialThread
  ) throws {
    var state = initial
    state.bundles = plan.jobs.count
    // Reported even while no worker answers: it is with a slow bundle that people want to know.
    func isCancelledMeanwhile() -> Bool {
      progress(state)
      return isCancelled()
    }
    do {
      try WorkerPool.run(plan.jobs, options: options, isCancelled: isCancelledMeanwhile) { [self] event in
        try thread.check()
        try add(event, &state)
        if batchedPorts >= Self.batchPorts || batchedBytes >= Self.batchBytes || batch.count >= Self.batchItems {
          try flush(thread)
        }
      }
    } catch ScanError.interrupted {
      try flush(thread)
      throw ScanError.interrupted
    }
    try flush(thread)
  }

  private func add(_ event: WorkerPool.Event, _ state: inout ScanProgress) throws {
    switch event {
    case .read(let bundle, let plugins, let presets):
      state.components += plugins.count
      batchedPorts += plugins.reduce(0) { $0 + $1.ports.count }
      batchedBytes += plugins.reduce(0) { $0 + $1.byteCount }
      let plugins = plugins.map(plugin)
      names[bundle.path, default: []] += plugins.map(\.traits.name)
      batch.append(.read(bundle: bundle.path, roots: bundle.roots, plugins: plugins, presets: presets))
    case .finished(let bundle, let report):
      state.bundlesDone += 1
      if isBeingCopied(bundle, report) { return }
      note(report)
      noteNews(report)
      batch.append(.finished(report, roots: bundle.roots))
    }
  }

  /// Whether to leave a bundle to the next scan.
  private func isBeingCopied(_ bundle: SurveyedBundle, _ report: BundleReport) -> Bool {
    guard leavesUnsettled, !bundle.isSettled, report.problem != nil || !report.rejections.isEmpty else { return false }
    unread.insert(bundle.path)
    return true
  }

  private func noteNews(_ report: BundleReport) {
    guard report.interruption == nil else { return }
    news.read += 1
    let job = jobs[report.path]
    // Other times or another binary, with which nothing is another in an answer.
    if report.isSameContent || report.content != nil && report.content == job?.lastContent { return }
    let isNew = job?.isNew ?? false
    let bundle = InstalledNews.Bundle(path: report.path, names: (names.removeValue(forKey: report.path) ?? []).sorted())
    if let reason = report.problem?.description ?? report.rejections.first?.reason {
      news.rejected.append((path: report.path, reason: reason))
      if bundle.names.isEmpty { return }
    }
    if isNew { news.added.append(bundle) } else { news.changed.append(bundle) }
  }

  private func flush(_ thread: SerialThread) throws {
    try writeItems(batch, thread)
    (batch, batchedPorts, batchedBytes) = ([], 0, 0)
  }

  private func writeItems(_ items: [ScanWriter.Item], _ thread: SerialThread) throws {
    guard !items.isEmpty else { return }
    // SAFETY: Until the thread has finished, only it uses the writer.
    nonisolated(unsafe) let writer = writer
    try thread.run { try writer.writeItems(items) }
  }

  private func plugin(_ record: PluginRecord) -> ScannedPlugin {
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
    guard let cause = report.interruption else { return }
    interrupted.append(InterruptedBundle(path: report.path, cause: cause))
    unread.insert(report.path)
  }

  /// The item to store for a bundle that no worker reads.
  ///
  /// - Returns: nil if it is left to the next scan.
  private func unread(_ bundle: SurveyedBundle) -> ScanWriter.Item? {
    var report = BundleReport(path: bundle.path, fingerprint: bundle.fingerprint)
    (report.problem, report.interruption) = (bundle.problem, bundle.interruption)
    if isBeingCopied(bundle, report) { return nil }
    note(report)
    return .finished(report, roots: bundle.roots)
  }
}

/// Names that an author declares as standard tags but that aren't.
enum UnknownTags {
  /// A remark for each such name, with the nearest standard tag. A scan with another vocabulary finds the bundle by the
  /// property's name in its text.
  static func remarks(on record: PluginRecord) -> [ScanRemark] {
    record.standardTags.filter { Vocabulary.standard.entry(named: $0) == nil }.map { name in
      .tag(.unknownStandardTag(name, nearest: nearest(to: name, in: Vocabulary.standard.names)))
    }
  }
}
