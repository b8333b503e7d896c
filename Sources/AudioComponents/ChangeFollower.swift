public import ComponentModel
internal import ComponentScan
internal import ComponentStore
package import FileWatch
internal import Synchronization

/// Follows the changes of the catalog and the user store, made by any process, in the calling thread. The same news as
/// ``ComponentManager/changes``, for who has no use for Swift's concurrency.
///
/// What was committed is never lost: it is read from logs in both stores, however late somebody asks, and many changes of
/// one thing are one. Belongs to one thread at a time, but for ``stop()``; not on the render thread.
public final class ChangeFollower: @unchecked Sendable {
  /// Where the last change that was given ends. Kept, it is where another follower goes on.
  public private(set) var position: ChangePosition

  /// At most so many rows of each store's log are read at once.
  private static let batchSize = 1_000
  /// A file's change is seen before SQLite shows what was committed, so it is looked again after these many milliseconds.
  private static let delays = [20, 50, 200, 700, 2_000]
  /// How often it is looked where the system tells of changes, and where it does not, in milliseconds.
  private static let (idle, polling) = (5_000, 400)

  private let manager: ComponentManager
  private let view: CatalogView
  private let watch: FileWatch
  private let files: [String]
  private var origin: Int64
  private var delay = 0
  private let isStopped = Atomic(false)

  package init(_ manager: ComponentManager, after position: ChangePosition, watch: FileWatch = FileWatch()) {
    self.manager = manager
    self.watch = watch
    self.position = position
    origin = position.catalog
    view = manager.view.acceptingNothing
    files = [manager.configuration.catalogPath] + (manager.configuration.userStorePath.map { [$0] } ?? [])
  }

  /// The changes after ``position``, as soon as there are any.
  ///
  /// - Parameter seconds: how long it is waited for them.
  /// - Returns: at most some thousands; none where the time is over, or after ``stop()``.
  /// - Throws: an error of a store with its remedy. ``position`` stays, and the next call tries again.
  public func next(waiting seconds: Double = .infinity) throws -> [ComponentChange] {
    let end = ContinuousClock.now + .seconds(min(seconds, 1e9))
    // Before anything is read, so that nothing is committed unseen between the two.
    var isWatched = watchFolders()
    while !hasEnded {
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

  /// Ends a wait of ``next(waiting:)``, and every later one. May be called from any thread.
  public func stop() {
    isStopped.store(true, ordering: .relaxed)
    watch.interrupt()
  }

  /// Whether ``stop()`` was called.
  var hasEnded: Bool { isStopped.load(ordering: .relaxed) }

  /// Lets time go by, unless ``stop()`` is called.
  func pause(milliseconds: Int) { _ = watch.pause(milliseconds: milliseconds) }

  private func read() throws -> (changes: [ComponentChange], isComplete: Bool) {
    let batch = try manager.readingSoundCatalog(view) { catalog, view in
      try catalog.changes(after: position, origin: origin, view: view, limit: Self.batchSize)
    }
    // Nothing is told before there is a catalog: who follows it is told of everything when it comes.
    guard let batch else { return ([], true) }
    position = batch.position
    origin = batch.origin
    return (batch.changes, batch.isComplete)
  }

  /// - Returns: false where the time is over, or ``stop()`` was called.
  private func waitForWriters(atMost left: Double, _ isWatched: Bool) -> Bool {
    let isLate = delay < Self.delays.count
    let wait = isLate ? Self.delays[delay] : isWatched ? Self.idle : Self.polling
    switch watch.wait(milliseconds: min(wait, Int(left.rounded(.up)))) {
    case .interrupted: return false
    case .timeOut:
      if isLate { delay += 1 }
      return Double(wait) < left
    case .changed(let entries):
      if entries.map({ $0.contains { isOfStore($0.name) } }) ?? true { delay = 1 }
      // Many commits in a row are read together, and a busy directory wakes nobody often.
      return watch.pause(milliseconds: Self.delays[0])
    }
  }

  /// Whether a file's change may be a commit. The index of the write-ahead log, and locks, change when somebody reads.
  private func isOfStore(_ name: String) -> Bool {
    if name.isEmpty { return true }
    return files.contains { file in
      let own = file.split(separator: "/").last.map(String.init) ?? file
      let stem = own.hasSuffix(".sqlite") ? String(own.dropLast(7)) : own
      return name.hasPrefix(stem) && !name.hasSuffix("-shm") && !name.hasSuffix(".lock")
    }
  }

  private func watchFolders() -> Bool { watch.watch(Set(files.map(existingFolder(above:)))) }
}
