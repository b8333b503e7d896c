internal import CatalogSearch
internal import CatalogStore
internal import UserDataStore
internal import StoreFiles
internal import Linux
internal import Synchronization

/// How queries read the stores.
extension ComponentManager {
  /// Runs a query, after taking over what was installed meanwhile. Scans first if the catalog has nothing of the caller's search path. A damaged catalog is opened once more; if
  /// that fails, too, it is reported, or rebuilt if the configuration says so.
  func query<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws(ComponentManagerError) -> Result {
    follow()
    do {
      guard let result = try reading(view, mayScan: true, body) else { throw unreadable("it can't be scanned") }
      return result
    } catch {
      throw ComponentManagerError(error)
    }
  }

  /// The attempts to read so far, and how to make the next one.
  private struct Recovery {
    var view: CatalogView
    let mayScan: Bool
    var attempts = 0
    var scans = 0
    var damages = 0
    /// Whether an error of the user store has been handled.
    var isSettled = false
    var leavesOutUserStore = false
  }

  /// The number of attempts to read files that another process writes, if they can't be read in place.
  private static let attempts = 100

  /// Reads the catalog, recovering from whatever prevents that.
  ///
  /// - Parameter mayScan: whether to scan if nothing can be read, and to rebuild what is damaged.
  /// - Returns: nil if there is no catalog to read and scanning is not allowed.
  func reading<Result>(
    _ view: CatalogView, mayScan: Bool = false, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    var recovery = Recovery(view: view, mayScan: mayScan)
    while true {
      do {
        if let catalog = try catalog(withoutUserStore: recovery.leavesOutUserStore) {
          return try body(catalog, recovery.view)
        }
        guard mayScan else { return nil }
        try scan(&recovery)
      } catch {
        try recover(from: error, &recovery) { _ = try body($0, view.acceptingNothing) }
      }
    }
  }

  /// Handles an error so that another attempt may succeed.
  ///
  /// - Parameter body: the attempt.
  /// - Throws: the error, if there is no recovery.
  private func recover(from error: any Error, _ recovery: inout Recovery, _ body: (Catalog) throws -> Void) throws {
    recovery.attempts += 1
    guard recovery.attempts < Self.attempts else {
      throw StoreError(.busy, .catalog, path: catalogPath ?? "", detail: "it keeps changing, and can't be locked")
    }
    switch error {
    case is SnapshotChanged:
      closeCatalog()
      CurrentThread.sleep(milliseconds: 20)
    case is NotScanned where recovery.view.acceptsNothing:
      throw unreadable("the scan could not rebuild its index of words")
    case is NotScanned where recovery.mayScan: try scan(&recovery)
    case let error as StoreError where error.store == .userStore && !recovery.isSettled:
      recovery.leavesOutUserStore = try settle(error)
      recovery.isSettled = true
    case let error as StoreError where concernsSystemCatalog(error): try passOver(error)
    case let error as StoreError where recovery.mayScan && error.isDamagedCatalog:
      try recover(fromDamage: error, &recovery, body)
    case let error as StoreError
    where recovery.mayScan && recovery.scans == 0 && error.store == .catalog
      && lacksPlace(ComponentManagerError(error)):
      try enterMemory(because: ComponentManagerError(error))
      try scan(&recovery)
    default: throw error
    }
  }

  private func recover(
    fromDamage error: StoreError, _ recovery: inout Recovery, _ body: (Catalog) throws -> Void
  ) throws {
    recovery.damages += 1
    switch recovery.damages {
    // A new connection may read what the last one couldn't, for example after an error of the disk.
    case 1: closeCatalog()
    case 2:
      guard configuration.rebuildsDamagedCatalog else { throw reported(error) }
      state.withLock { $0.isSuspect = true }
      recovery.scans = 0
      try scan(&recovery)
    case 3:
      // The catalog is new, so it may not be to blame.
      if let path = userStorePath, let catalog = catalogPath, let alone = try Catalog.openForReading(catalog),
        (try? body(alone)) != nil
      {
        recovery.leavesOutUserStore = try settle(StoreError(.damaged, .userStore, path: path, detail: error.detail))
      } else {
        try setAside(error, found: FileIdentity(error.path))
        recovery.scans = 0
        try scan(&recovery)
      }
    default: throw error
    }
  }

  /// Scans, so that whatever is found then is the answer.
  private func scan(_ recovery: inout Recovery) throws {
    // A catalog in memory is no longer valid if another user store has appeared meanwhile.
    guard recovery.scans < 2 else { throw unreadable("it is missing after the scan") }
    try scanFirst()
    recovery.scans += 1
    recovery.view = view.acceptingNothing
    (recovery.isSettled, recovery.leavesOutUserStore) = (false, false)
  }

  private func unreadable(_ detail: String) -> StoreError {
    StoreError(.unreadable, .catalog, path: catalogPath ?? "", detail: detail)
  }

  /// The open catalog, reopened if its path leads to a different file than before.
  ///
  /// - Parameter withoutUserStore: whether to leave the user store out this time.
  func catalog(withoutUserStore: Bool = false) throws -> Catalog? {
    let catalog = try openCatalog(withoutUserStore)
    // The host's function may make a query.
    let isOutdated = state.withLock { state in
      defer { state.system.isOutdated = false }
      return state.system.isOutdated
    }
    if isOutdated, let path = configuration.systemCatalogPath {
      configuration.notice(
        "the machine's catalog \(path) is older than what is installed, so your own takes that over; a scan for the whole "
          + "machine, by root, updates it")
    }
    return catalog
  }

  private func openCatalog(_ withoutUserStore: Bool) throws -> Catalog? {
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

  /// Makes the user store readable again, or continues without it: everything but the user's own data is still found.
  /// If it can't be read for now, for example because too many files are open, the next query tries again.
  ///
  /// - Returns: whether to continue without it.
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

  /// Whether the last query continued without the user store, and reported that.
  package var leavesOutUserStore: Bool { state.withLock { $0.rejectionNotice != nil } }

  /// Continues without the user store until its file changes, and reports that once.
  private func reject(_ error: StoreError, _ notice: String) {
    report(notice)
    state.withLock { $0.rejection = UserStoreRejection(error) }
  }

  /// Reports once what is wrong with the user store.
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

/// Why a manager continues without the user store, and the state of the file to which that applies.
struct UserStoreRejection {
  /// The fault of the store.
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

  /// Whether the file is as it was: another file, or other permissions, deserve a new attempt.
  var isCurrent: Bool { file == Self.stamp(error.path) }

  private static func stamp(_ path: String) -> Stamp? {
    guard let status = try? FileStatus(path) else { return nil }
    return Stamp(identity: status.identity, changed: status.changed, isReadable: Path.isReadable(path))
  }
}
