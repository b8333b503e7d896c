internal import ComponentScan
internal import Linux

extension ComponentManager {
  /// Scans now, and again whenever something changes in the directories of the search path, so that a newly installed
  /// plugin appears in every host that follows ``changes``. One process per user is enough; more do no harm.
  ///
  /// Unlike the looks that precede answers, it finds files that are edited in place, too.
  ///
  /// Blocks the calling thread until it is cancelled. After a change it waits until nothing has changed for 0.2 seconds, at
  /// most half a second, because an installation writes many files. If the system can't list or watch all directories (see
  /// `fs.inotify.max_user_watches`), it polls every 2 seconds.
  ///
  /// - Parameters:
  ///   - options: how to scan.
  ///   - scanned: called after each scan, on the calling thread.
  ///   - isCancelled: polled several times a second.
  /// - Throws: as ``scan(_:progress:isCancelled:)``, except that cancelling isn't an error. What was scanned by then is
  ///   kept.
  public func keepScanning(
    _ options: ScanOptions = ScanOptions(), scanned: (ScanReport) -> Void = { _ in },
    isCancelled: @escaping () -> Bool
  ) throws(ComponentManagerError) {
    let watch = FileWatch()
    var options = options
    options.leavesUnsettled = true
    while !isCancelled() {
      // Watching starts before the scan, so that a change during the scan ends the next wait.
      guard let survey = try? survey(.forScan, isCancelled: isCancelled) else { return }
      let folders = WatchedFolders(survey)
      let isWatched = watch.watch(folders.paths) && folders.isComplete
      var pause = isWatched ? Self.safetyInterval : Self.pollInterval
      do throws(ComponentManagerError) {
        let report = try scan(options, isCancelled: isCancelled)
        if report.isUnsettled { pause = min(pause, configuration.settling) }
        scanned(report)
      } catch {
        if case .interrupted = error { return }
        throw error
      }
      options.readsEverything = false
      wait(for: watch, in: folders, seconds: pause, isCancelled: isCancelled)
    }
  }

  /// The interval between scans without a reported change, in seconds: a link may lead to an unwatched directory.
  private static let safetyInterval = 60.0
  private static let pollInterval = 2.0
  private static let (quiet, longest) = (200, Duration.milliseconds(500))

  /// Waits until the first changes are over.
  private func wait(
    for watch: FileWatch, in folders: WatchedFolders, seconds: Double, isCancelled: () -> Bool
  ) {
    let end = ContinuousClock.now + .seconds(seconds)
    var last: ContinuousClock.Instant?
    while !isCancelled(), .now < last ?? end {
      switch watch.wait(milliseconds: last == nil ? 200 : Self.quiet) {
      case .changed(let entries):
        guard entries.map({ $0.contains { concernsBundles($0, folders) } }) ?? true else { continue }
        last = last ?? .now + Self.longest
      case .timeOut: if last != nil { return }
      case .interrupted: return
      }
    }
  }

  /// Whether an entry may be a bundle's. The stores may lie among the bundles, and a scan writes them.
  private func concernsBundles(_ entry: FileWatch.Entry, _ folders: WatchedFolders) -> Bool {
    guard folders.concerns(directory: entry.directory, name: entry.name) else { return false }
    let path = entry.directory + "/" + entry.name
    let stores = [catalogPath, userStorePath].compactMap(\.self)
    return !stores.contains { path.hasPrefix($0) }
  }
}
