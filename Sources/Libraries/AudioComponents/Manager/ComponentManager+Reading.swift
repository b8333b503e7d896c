internal import ComponentStore
internal import Linux
internal import Synchronization

/// How queries read the stores.
extension ComponentManager {
  /// Runs a query. Scans first if the catalog has nothing of the caller's search path. A damaged catalog is opened once more; if
  /// that fails, too, it is reported, or rebuilt if the configuration says so.
  func query<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws(ComponentManagerError) -> Result {
    do {
      for attempt in 0..<3 {
        do {
          if attempt < 2, let result = try reading(view, mayScan: true, body) { return result }
          // There is nothing to read yet, and nothing is damaged.
          if attempt == 0 { break }
          return try answeringAfterScan(body)
        } catch let error as StoreError where error.isDamagedCatalog {
          switch attempt {
          // A new connection may read what the last one couldn't, for example after an error of the disk.
          case 0: closeCatalog()
          case 1:
            guard configuration.rebuildsDamagedCatalog else { throw reported(error) }
            state.withLock { $0.isSuspect = true }
          default:
            // It is new, so the catalog may not be to blame.
            if let result = try answering(withoutUserStoreFor: error, body) { return result }
            try setAside(error, found: FileIdentity(error.path))
          }
        }
      }
      return try answeringAfterScan(body)
    } catch {
      throw ComponentManagerError(error)
    }
  }

  /// Scans, and runs a query on what that has found.
  private func answeringAfterScan<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws -> Result {
    // A catalog in memory is no longer valid if another user store has appeared meanwhile.
    for _ in 0..<2 {
      try scanFirst()
      if let result = try reading(view.acceptingNothing, body) { return result }
    }
    throw unreadable("it is missing after the scan")
  }

  /// How often to read files that another process writes, where they can't be read in place.
  private static let attempts = 100

  /// Reads the catalog, and resolves whatever prevents that and needs no scan.
  ///
  /// - Parameter mayScan: whether the caller scans if nothing can be read. Then neither a catalog without the search path nor the lack of a
  ///   place for one is an error.
  /// - Returns: nil if there is no catalog to read.
  func reading<Result>(
    _ view: CatalogView, mayScan: Bool = false, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    var (isSettled, withoutUserStore) = (false, false)
    for _ in 0..<Self.attempts {
      do {
        return try catalog(withoutUserStore: withoutUserStore).map { try body($0, view) }
      } catch is SnapshotChanged {
        closeCatalog()
        CurrentThread.sleep(milliseconds: 20)
      } catch let error as StoreError where error.store == .userStore && !isSettled {
        withoutUserStore = try settle(error)
        isSettled = true
      } catch let error as StoreError where concernsSystemCatalog(error) {
        try passOver(error)
      } catch let error as StoreError
        where mayScan && error.store == .catalog && lacksPlace(ComponentManagerError(error))
      {
        try enterMemory(because: ComponentManagerError(error))
        return nil
      } catch is NotScanned where mayScan {
        return nil
      } catch is NotScanned where view.acceptsNothing {
        throw unreadable("the scan could not rebuild its index of words")
      }
    }
    throw StoreError(.busy, .catalog, path: catalogPath ?? "", detail: "it keeps changing, and can't be locked")
  }

  private func unreadable(_ detail: String) -> StoreError {
    StoreError(.unreadable, .catalog, path: catalogPath ?? "", detail: detail)
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
  private var content: [StoreStamp] = []

  var hasUserStore: Bool { userStore != nil }

  init?(_ path: String, _ userStore: String?, withContent: Bool) {
    guard let identity = FileIdentity(path) else { return nil }
    catalog = identity
    self.userStore = userStore.flatMap { FileIdentity($0) }
    if withContent { content = [path, userStore].compactMap(\.self).map { StoreStamp($0) } }
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
