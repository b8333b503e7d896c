internal import ComponentStore
internal import Linux
internal import Synchronization

/// How queries read the stores.
extension ComponentManager {
  /// Runs a query. Scans first if the catalog has nothing of the caller's search path.
  func query<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws(ComponentManagerError) -> Result {
    try unifyingErrors {
      do {
        if let result = try readingWhatIsThere(body) { return result }
      } catch let error as StoreError where error.isDamagedCatalog {
        return try answering(despite: error, body)
      }
      return try answeringAfterScan(body)
    }
  }

  /// - Returns: nil if there is no catalog, or none of the caller's search path.
  func readingWhatIsThere<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws -> Result? {
    do {
      return try reading(view, body)
    } catch is NotScanned {
      return nil
    } catch let error as StoreError where error.store == .catalog && lacksPlace(ComponentManagerError(error)) {
      try enterMemory(because: ComponentManagerError(error))
      return nil
    }
  }

  /// Scans, and runs a query on what that has found.
  func answeringAfterScan<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws -> Result {
    // A catalog in memory is no longer valid if another user store has appeared meanwhile.
    for _ in 0..<2 {
      try scanFirst()
      if let result = try reading(view.acceptingNothing, body) { return result }
    }
    throw StoreError(.unreadable, .catalog, path: catalogPath ?? "", detail: "it is missing after the scan")
  }

  /// Reads the catalog. If the user store gets in the way, settles that first.
  ///
  /// - Returns: nil if there is no catalog.
  func reading<Result>(_ view: CatalogView, _ body: (Catalog, CatalogView) throws -> Result) throws -> Result? {
    do {
      return try readingSnapshots(view, body)
    } catch let error as StoreError where error.store == .userStore {
      let isLeftOut = try settle(error)
      return try readingSnapshots(view, withoutUserStore: isLeftOut, body)
    }
  }

  /// How often to read files that another process writes, where they can't be read in place.
  private static let attempts = 100

  private func readingSnapshots<Result>(
    _ view: CatalogView, withoutUserStore: Bool = false, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    for _ in 0..<Self.attempts {
      do {
        return try catalog(withoutUserStore: withoutUserStore).map { try body($0, view) }
      } catch is SnapshotChanged {
        closeCatalog()
        CurrentThread.sleep(milliseconds: 20)
      } catch let error as StoreError where concernsSystemCatalog(error) {
        try passOver(error)
      } catch is NotScanned where view.acceptsNothing {
        let path = catalogPath ?? ""
        throw StoreError(.unreadable, .catalog, path: path, detail: "the scan could not rebuild its index of words")
      }
    }
    let path = catalogPath ?? ""
    throw StoreError(.busy, .catalog, path: path, detail: "it keeps changing, and can't be locked")
  }

  /// The open catalog, reopened if its path leads to a different file than before.
  ///
  /// - Parameter withoutUserStore: whether to leave the user store out this time.
  func catalog(withoutUserStore: Bool = false) throws -> Catalog? {
    try state.withLock { state in
      if let rejection = state.rejection, !rejection.isCurrent { state.rejection = nil }
      let userStore = withoutUserStore || state.rejection != nil ? nil : userStorePath
      if let memory = state.memory {
        if memory.isCurrent(insteadOf: catalogPath, userStore: userStore) { return memory.catalog }
        state.memory = nil
      }
      return try ownCatalog(&state, userStore: userStore) ?? sharedCatalog(&state, userStore: userStore)
    }
  }

  /// The user's catalog.
  ///
  /// - Returns: nil if there is none.
  private func ownCatalog(_ state: inout State, userStore: String?) throws -> Catalog? {
    guard let path = catalogPath else { return nil }
    let open = state.system.isOpen ? nil : state.catalog
    // A snapshot does not see later commits, so the files' content identifies it too.
    let identity = StoreIdentity(path, userStore, withContent: open?.isSnapshot == true)
    if let open, identity != nil, identity == state.identity, open.hasUserStore || identity?.hasUserStore == false {
      return open
    }
    if state.system.isOpen, identity == nil { return nil }
    guard let opened = try Catalog.openForReading(path, isPooled: configuration.isPooled, userStore: userStore) else {
      if !state.system.isOpen { state.catalog = nil }
      return nil
    }
    (state.catalog, state.identity, state.system.isOpen) = (opened, identity, false)
    if opened.hasUserStore { state.rejectionNotice = nil }
    return opened
  }

  /// Makes the next query open the stores again.
  package func closeCatalog() { state.withLock { ($0.catalog, $0.system.isOpen) = (nil, false) } }

  /// Makes the user store readable again, or goes on without it: everything but the user's own data is still found. What
  /// can't be read for now, as there are too many open files, is tried again by the next query.
  ///
  /// - Returns: whether to go on without it.
  func settle(_ error: StoreError) throws -> Bool {
    closeCatalog()
    switch error.code {
    case .damaged where configuration.recoversUserStore:
      do {
        try UserStoreRecovery(error.path, rules).recover(configuration.notice)
        return false
      } catch let failure {
        reject(
          error,
          "\(error.path) is damaged and can't be restored (\(failure)); your own tags are not shown")
      }
    case .damaged, .newer, .foreign: reject(error, "\(error); your own tags are not shown")
    case .unreadable, .unreachable: report("\(error); your own tags are not shown")
    // The next query tries again.
    default: throw error
    }
    return true
  }

  /// Whether the last query has gone on without the user store, and has said so.
  package var leavesOutUserStore: Bool { state.withLock { $0.rejectionNotice != nil } }

  /// Goes on without the user store until its file changes, and says so once.
  private func reject(_ error: StoreError, _ notice: String) {
    report(notice)
    state.withLock { $0.rejection = UserStoreRejection(error) }
  }

  /// Says once what is wrong with the user store.
  private func report(_ notice: String) {
    let isNew = state.withLock { state in
      defer { state.rejectionNotice = notice }
      return state.rejectionNotice != notice
    }
    if isNew { configuration.reportShortfall(notice) }
  }
}

/// The identity of the store files; with their contents, it also distinguishes earlier states of the same files.
struct StoreIdentity: Equatable {
  private var catalog: FileIdentity
  private var userStore: FileIdentity?
  private var content: [Int] = []

  var hasUserStore: Bool { userStore != nil }

  init?(_ path: String, _ userStore: String?, withContent: Bool) {
    guard let identity = FileIdentity(path) else { return nil }
    catalog = identity
    self.userStore = userStore.flatMap { FileIdentity($0) }
    guard withContent else { return }
    let files = [path] + (userStore.map { [$0] } ?? [])
    for file in files.flatMap({ [$0, $0 + "-wal"] }) {
      guard let status = try? FileStatus(file) else { continue }
      content += [status.size, status.modified.seconds, status.modified.nanoseconds]
    }
  }
}

/// Why a manager goes on without the user store, and the state of the file for which that holds.
struct UserStoreRejection {
  /// What is wrong with the store.
  let error: StoreError
  private let file: Stamp?

  private struct Stamp: Equatable {
    var identity: FileStatus.Identity
    var changed: FileStatus.Time
    var isReadable: Bool
  }

  init(_ error: StoreError) {
    self.error = error
    file = Self.stamp(error.path)
  }

  /// Whether the file is as it was: another one, or other permissions, deserve a new attempt.
  var isCurrent: Bool { file == Self.stamp(error.path) }

  private static func stamp(_ path: String) -> Stamp? {
    guard let status = try? FileStatus(path) else { return nil }
    return Stamp(identity: status.identity, changed: status.changed, isReadable: Path.isReadable(path))
  }
}
