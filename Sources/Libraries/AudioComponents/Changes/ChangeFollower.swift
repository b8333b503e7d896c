internal import CatalogSearch
public import ComponentModel
internal import ComponentScan
package import Linux
internal import StoreFiles
internal import Synchronization

/// Follows the changes that any process makes to the catalog and the user store, on the calling thread: the same as
/// ``ComponentManager/changes``, without Swift concurrency.
///
/// While it waits, it also looks for bundles that were installed, removed or replaced, and takes them over, as
/// ``Configuration/following`` says.
///
/// No commit is missed: changes are read from logs in both stores, however late the caller asks, and repeated changes
/// of one thing are merged. Use it on one thread at a time, except ``stop()``, and never on the render thread.
public final class ChangeFollower: @unchecked Sendable {
  // SAFETY: One thread at a time uses it, which its documentation asks of callers; what `stop`
  // touches is atomic, or a descriptor.
  /// The position after the last change that was returned. Save it to resume there with another follower.
  public private(set) var position: ChangePosition

  /// The most rows to read in one go from each store's log.
  private static let batchSize = 1_000
  /// A file changes before SQLite shows the commit, so the logs are read again after these delays, in milliseconds.
  static let delays = [20, 50, 200, 700, 2_000]
  /// How often the logs are read with and without change notifications from the system, in milliseconds.
  private static let (idle, polling) = (5_000, 400)

  /// The system's notifications of commits.
  let watch: FileWatch
  private let manager: ComponentManager
  private let view: CatalogView
  private let files: [String]
  private var origin: Int64
  private var delay = 0
  private let isStopped = Atomic(false)
  private let takesOver: Bool

  package init(
    _ manager: ComponentManager, after position: ChangePosition, watch: FileWatch = FileWatch(), takesOver: Bool = true
  ) {
    self.manager = manager
    self.takesOver = takesOver && manager.configuration.following.limit != nil
    self.watch = watch
    self.position = position
    origin = position.catalog
    view = manager.view.acceptingNothing
    let configuration = manager.configuration
    // If there is no system catalog, its folder needs no watch.
    let system = configuration.systemCatalogPath.flatMap { Path.exists($0) ? $0 : nil }
    files = [manager.catalogPath, manager.userStorePath, system].compactMap(\.self)
  }

  /// Waits for changes after ``position`` and returns them.
  ///
  /// - Parameter seconds: the timeout.
  /// - Returns: a few thousand changes at most; none after the timeout or after ``stop()``.
  /// - Throws: an error about a store. ``position`` stays the same, and the next call tries again.
  public func next(waiting seconds: Double = .infinity) throws(ComponentManagerError) -> [ComponentChange] {
    let end = ContinuousClock.now + .seconds(min(seconds, 1e9))
    // Watch before reading, so that no commit falls between the two.
    var isWatched = watchFolders()
    while !hasEnded {
      if takesOver { manager.follow(after: lookInterval) }
      let (changes, isComplete) = try read()
      if !changes.isEmpty { return changes }
      guard isComplete else { continue }
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return [] }
      guard waitForWriters(atMost: min(left, 1e9), isWatched) else { return [] }
      isWatched = watchFolders()
    }
    return []
  }

  /// Ends the current wait of ``next(waiting:)`` and every later one. Safe to call from any thread.
  public func stop() {
    isStopped.store(true, ordering: .relaxed)
    watch.interrupt()
  }

  /// Whether ``stop()`` was called.
  var hasEnded: Bool { isStopped.load(ordering: .relaxed) }

  /// Sleeps until ``stop()`` is called, at most this long.
  package func pause(milliseconds: Int) { _ = watch.pause(milliseconds: milliseconds) }

  /// Reads a portion of what was committed after ``position``. A damaged catalog is reported once and treated as absent until a
  /// scan has rebuilt it.
  func read() throws(ComponentManagerError) -> (changes: [ComponentChange], isComplete: Bool) {
    let batch = try unifyingErrors {
      do {
        return try manager.reading(view) { catalog, view in
          try catalog.changes(after: position, origin: origin, view: view, limit: Self.batchSize)
        }
      } catch let error as StoreError where error.isDamagedCatalog {
        _ = manager.reported(error)
        manager.closeCatalog()
        return nil
      }
    }
    // Without a catalog there is nothing to report; its followers get everything once it exists.
    guard let batch else { return ([], true) }
    position = batch.position
    origin = batch.origin
    return (batch.changes, batch.isComplete)
  }

  /// - Returns: false if the time is over, or ``stop()`` was called.
  private func waitForWriters(atMost left: Double, _ isWatched: Bool) -> Bool {
    let isLate = delay < Self.delays.count
    let wait = pause(afterReading: delay, isWatched)
    switch watch.wait(milliseconds: min(wait, Int(left.rounded(.up)))) {
    case .interrupted: return false
    case .timeOut:
      if isLate { delay += 1 }
      return Double(wait) < left
    case .changed(let entries):
      if mayBeCommits(entries) { delay = 1 }
      // Batch commits in quick succession, and don't wake up for each event of a busy directory.
      return watch.pause(milliseconds: Self.delays[0])
    }
  }

  /// How long to wait after this many reads since a commit, in milliseconds.
  func pause(afterReading times: Int, _ isWatched: Bool) -> Int {
    let pause = times < Self.delays.count ? Self.delays[times] : isWatched ? Self.idle : Self.polling
    return takesOver ? min(pause, Int(lookInterval / .milliseconds(1))) : pause
  }

  /// The time between two looks at the search path: a new bundle is told within a second, and looking takes no more than a
  /// fiftieth of a processor.
  private var lookInterval: Duration {
    max(manager.configuration.lookInterval * 0.7, manager.followed.cost * 50)
  }

  /// Starts to take over what is new, in a thread of its own.
  func takeOverLater() {
    let interval = lookInterval
    guard takesOver, manager.followed.isDue(after: interval), manager.followed.beginLater() else { return }
    let manager = manager
    let thread = try? BackgroundThread {
      manager.follow(after: interval)
      manager.followed.endLater()
    }
    if thread == nil { manager.followed.endLater() }
  }

  /// Whether changed entries of directories may be commits; nil for entries that the system lost track of.
  func mayBeCommits(_ entries: Set<FileWatch.Entry>?) -> Bool {
    entries.map { $0.contains { isOfStore($0.name) } } ?? true
  }

  /// Whether a file's change may be a commit. Mere reading changes the WAL index and the locks.
  private func isOfStore(_ name: String) -> Bool {
    if name.isEmpty { return true }
    return files.contains { file in
      let own = LexicalPath.name(of: file)
      let stem = own.hasSuffix(".sqlite") ? String(own.dropLast(7)) : own
      return name.hasPrefix(stem) && !name.hasSuffix("-shm") && !name.hasSuffix(".lock")
    }
  }

  /// Watches the directories of the stores, or their nearest parents that exist.
  func watchFolders() -> Bool { watch.watch(Set(files.map(Path.existingFolder(above:)))) }
}
