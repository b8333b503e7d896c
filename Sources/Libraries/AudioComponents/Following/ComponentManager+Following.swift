internal import CatalogSearch
internal import CatalogStore
internal import ComponentModel
internal import ComponentScan
internal import Linux
internal import StoreFiles
internal import Synchronization

/// Takes over what was installed, removed or replaced since the last scan.
extension ComponentManager {
  /// Looks at the folders of the search path, unless the last look is recent, and reads the bundles that differ from what the
  /// catalog knows. It never fails: whatever goes wrong is reported, and the answer comes from what is known.
  ///
  /// - Parameter interval: how old a look is recent; nil for the configuration's.
  func follow(after interval: Duration? = nil) {
    let interval = interval ?? configuration.lookInterval
    guard let limit = configuration.following.limit else { return followed.noteOnce { try? knownDirectories() } }
    guard followed.isDue(after: interval) else { return }
    // Reported at the end: the host's function may make a query.
    var outcome = FollowingOutcome()
    followed.look(after: interval) { takeOver(within: limit, &outcome) }
    if let line = outcome.news?.line { configuration.notice(line) }
    for shortfall in outcome.shortfalls { configuration.reportShortfall(shortfall) }
  }

  private func knownDirectories() throws -> [KnownDirectory]? {
    try catalog()?.knownDirectories(configuration.searchDirectories)
  }

  private func takeOver(within limit: Duration, _ outcome: inout FollowingOutcome) {
    let start = ContinuousClock.now
    // Without a catalog, the query scans; what is wrong with it is the query's to report.
    guard let catalog = try? catalog(), let known = try? knownDirectories() else { return }
    let former = followed.silent(known)
    let silent = look(at: known, leavingOut: former)
    // What a connection has cached depends on the places that the path leads to.
    if followed.note(known, cost: .now - start) { closeCatalog() }
    note(silent.all.subtracting(former), known, catalog, &outcome)
    if silent.findsNothingNew { return }
    if state.withLock(\.system.isOpen) { return reopenSystemCatalog() }
    guard let survey = try? survey(.forAnswer, trusting: known, leavingOut: silent.all) else { return }
    note(followed.silent([]).subtracting(silent.all), known, catalog, &outcome)
    if isCurrent(catalog, survey) { return settle(survey, known, catalog) }
    // Another search path than that of any scan: the query scans.
    if known.isEmpty, hasNothing(of: survey, catalog) { return }
    do {
      // Directories that answer slowly leave time to read what others have.
      outcome.news = try takeOver((survey, known), until: max(start + limit, .now + limit / 2), &outcome)
    } catch let error as StoreError where error.code == .damaged {
      // The query meets it, too, and reports it or rebuilds the catalog.
    } catch {
      outcome.shortfalls.append("what was installed since the last scan is not shown: \(ComponentManagerError(error))")
    }
    if !followed.isNew(outcome.shortfalls.last) { outcome.shortfalls = outcome.shortfalls.dropLast() }
  }

  private func hasNothing(of survey: BundleSurvey, _ catalog: Catalog) -> Bool {
    (try? catalog.scannedRoots()).map { Set($0).isDisjoint(with: survey.roots.map(\.path)) } ?? true
  }

  /// - Returns: whether all is as it was, and the directories that give no answer.
  func look(
    at known: [KnownDirectory], leavingOut silent: Set<String>
  ) -> (findsNothingNew: Bool, all: Set<String>) {
    var all = silent
    let directories = configuration.searchDirectories
    let findsNothingNew = try? PatientLook.forAnswer.run(leavingOut: &all) { silent, progress in
      FolderLook.findsNothingNew(in: directories.filter { !silent.contains($0) }, known: known, progress: progress)
    }
    return (findsNothingNew ?? true, all)
  }

  private func note(
    _ silent: Set<String>, _ known: [KnownDirectory], _ catalog: Catalog, _ outcome: inout FollowingOutcome
  ) {
    let now = SystemClock.seconds
    for directory in silent.sorted() {
      followed.noteSilence(of: directory, at: now)
      outcome.shortfalls.append(
        "the directory \(directory) does not answer in time; the catalog keeps what it has of its bundles")
      // Other programs then leave it alone, too.
      let root = known.first { $0.path == directory }?.root ?? directory
      if !catalog.isInMemory, let path = catalogPath {
        try? Catalog.openForWriting(path, patience: .short).noteSilence(of: directory, root: root, at: now)
      }
    }
  }

  /// Whether the catalog has what the survey has found.
  private func isCurrent(_ catalog: Catalog, _ survey: BundleSurvey) -> Bool {
    (try? catalog.knownBundles()).map { ScanPlan.isCurrent($0, for: survey) } ?? false
  }

  /// Keeps stamps on which later looks can rely, because their folders have not changed for a while. If they can't be written,
  /// later looks only take longer.
  private func settle(_ survey: BundleSurvey, _ known: [KnownDirectory], _ catalog: Catalog) {
    guard let bad = try? Set(catalog.badBundles()) else { return }
    let found = survey.directories.map { $0.known(isBad: bad.contains) }
    guard Set(found) != Set(known) else { return }
    let writable =
      catalog.isInMemory ? catalog : try? catalogPath.map { try Catalog.openForWriting($0, patience: .short) }
    try? writable?.noteDirectories(found)
  }

  /// The machine's catalog is nobody's to update but root's. If it lacks something, the person's own takes that over.
  private func reopenSystemCatalog() {
    state.withLock { state in
      (state.catalog, state.system.isOpen, state.system.complete) = (nil, false, nil)
    }
  }

  /// Surveys the search path.
  ///
  /// - Parameters:
  ///   - patience: how long it waits for directories.
  ///   - known: what need not be examined again where nothing has changed since.
  ///   - silent: directories that are left alone.
  ///   - isCancelled: asked several times a second.
  /// - Throws: ``ScanError/interrupted`` if it was cancelled.
  func survey(
    _ patience: PatientLook, trusting known: [KnownDirectory] = [], leavingOut silent: Set<String> = [],
    isCancelled: () -> Bool = { false }
  ) throws(ScanError) -> BundleSurvey {
    let path = SearchPath(entries: configuration.searchDirectories, environment: [:])
    let (followed, settling) = (followed, configuration.settling)
    var all = silent
    let survey = try patience.run(leavingOut: &all, isCancelled: isCancelled) { silent, progress in
      var options = SurveyOptions()
      options.known = known
      options.silent = Dictionary(uniqueKeysWithValues: silent.map { ($0, followed.knownRoot(of: $0)) })
      options.settling = settling
      options.progress = progress
      return BundleSurvey(path, options)
    }
    for directory in all.subtracting(silent) { followed.noteSilence(of: directory, at: SystemClock.seconds) }
    return survey
  }
}

/// What taking over has led to.
private struct FollowingOutcome {
  var news: InstalledNews?
  /// What the answer lacks.
  var shortfalls: [String] = []
}

extension ComponentManager {
  /// Reads what is new into the catalog; into a copy in memory if it can't be written.
  private func takeOver(
    _ found: (survey: BundleSurvey, known: [KnownDirectory]), until end: ContinuousClock.Instant,
    _ outcome: inout FollowingOutcome
  ) throws -> InstalledNews? {
    if let memory = state.withLock(\.memory?.catalog) {
      return try read(found.survey, into: memory, until: end, &outcome)
    }
    guard let path = catalogPath else { return nil }
    do {
      return try takeOver(found, into: path, until: end, &outcome)
    } catch let error where lacksPlace(ComponentManagerError(error)) {
      let copy = try enterMemory(copying: try catalog(), because: ComponentManagerError(error))
      return try read(found.survey, into: copy, until: end, &outcome)
    }
  }

  private func takeOver(
    _ found: (survey: BundleSurvey, known: [KnownDirectory]), into path: String, until end: ContinuousClock.Instant,
    _ outcome: inout FollowingOutcome
  ) throws -> InstalledNews? {
    let catalog = try Catalog.openForWriting(path, results: results, patience: .short)
    let identity = FileIdentity(catalog.path)
    guard let lock = ScanLock(catalog: catalog.path, isCancelled: { .now >= end }) else {
      outcome.shortfalls.append("another program is scanning; this answer has what was known before")
      return nil
    }
    defer { withExtendedLifetime(lock) {} }
    // A scan has to rebuild it, or has replaced it while this one waited.
    if lock.isCatalogSuspect || identity != FileIdentity(catalog.path) { return nil }
    // Another program may have taken it over meanwhile.
    let known = try catalog.knownDirectories(configuration.searchDirectories)
    if known == found.known { return try read(found.survey, into: catalog, until: end, &outcome) }
    let survey = try survey(.forAnswer, trusting: known, leavingOut: followed.silent(known))
    if isCurrent(catalog, survey) {
      followed.note(known)
      return nil
    }
    return try read(survey, into: catalog, until: end, &outcome)
  }

  private func read(
    _ survey: BundleSurvey, into catalog: Catalog, until end: ContinuousClock.Instant, _ outcome: inout FollowingOutcome
  ) throws -> InstalledNews {
    var options = ScanOptions()
    (options.leavesUnsettled, options.isAnswer) = (true, true)
    let run = try ScanRun(self, writing: catalog, survey: survey, options: options)
    let nothing = ScanProgress(bundlesDone: 0, bundles: 0, components: 0, isWaiting: false)
    do {
      try run.work(from: nothing, progress: { _ in }, isCancelled: { .now >= end })
    } catch ScanError.interrupted {
      outcome.shortfalls.append(
        "\(run.news.read) of \(Count.text(run.news.toRead, "new or changed bundle")) could be read in the time that an answer "
          + "has; the next answer continues")
    }
    for bundle in run.interrupted where bundle.cause != .cutOff {
      outcome.shortfalls.append("\(bundle); it was not read, and the next answer tries again")
    }
    if !catalog.isInMemory {
      do { try results?.follow(catalog) } catch let error as StoreError where error.store == .results {}
    }
    handOnLabels { try catalog.replacements(view: view.acceptingNothing) }
    followed.note(try catalog.knownDirectories(configuration.searchDirectories))
    return run.news
  }
}
