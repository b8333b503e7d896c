internal import CatalogStore
internal import StoreFiles
internal import Linux
internal import Synchronization

/// If no catalog can be written, queries answer from one in memory.
extension ComponentManager {
  /// Runs the scan of a query that has nothing to answer from; into memory if nothing can be written.
  func scanFirst() throws {
    do {
      try configuration.firstScan(self)
    } catch let error where lacksPlace(ComponentManagerError(error)) {
      try enterMemory(because: ComponentManagerError(error))
      try configuration.firstScan(self)
    }
  }

  /// Whether an error means that there is no place for a catalog, and not that the place is taken by something else.
  func lacksPlace(_ error: ComponentManagerError) -> Bool {
    // With a catalog in memory, the scan that failed was already one into memory.
    if state.withLock({ $0.memory != nil }) { return false }
    switch error {
    case .noPlaceForCatalog, .unreachableStore(.catalog, _, _), .unwritableStore(.catalog, _, _),
      .unmappableStore(.catalog, _, _),
      .fullDisk(.catalog, _, _):
      return true
    case .unreadableStore(.catalog, let path, _): return !Path.isDirectory(path)
    default: return false
    }
  }

  /// Makes queries answer from memory until there is another catalog, and reports that.
  func enterMemory(because error: ComponentManagerError) throws {
    let made = try memoryCatalog()
    state.withLock { $0.memory = made }
    if configuration.isCatalogDeclined { return }
    configuration.notice("\(error); the plugins are scanned into memory, for this run only")
  }

  /// Makes queries answer from a copy in memory of a catalog that can't be written, until the file changes, and reports that.
  func enterMemory(copying catalog: Catalog?, because error: ComponentManagerError) throws -> Catalog {
    var made = try memoryCatalog(copying: catalog)
    made.isFilled = true
    let copy = made
    state.withLock { $0.memory = copy }
    configuration.notice("\(error); what was installed since the last scan is read into memory, for this run only")
    return copy.catalog
  }

  private func memoryCatalog(copying origin: Catalog? = nil) throws -> MemoryCatalog {
    func make(without rejection: UserStoreRejection?) throws -> MemoryCatalog {
      let rejection = state.withLock { $0.rejection } ?? rejection
      let userStore = rejection == nil ? userStorePath : nil
      return MemoryCatalog(
        try Catalog.inMemory(copying: origin, userStore: userStore, results: results), insteadOf: catalogPath,
        userStore: userStore, without: rejection, isCopy: origin != nil)
    }
    do {
      return try make(without: nil)
    } catch let error as StoreError where error.store == .userStore {
      // Recorded before anything is done about it, so that a change in the meantime leads to a new attempt.
      let rejection = UserStoreRejection(error)
      return try make(without: try settle(error) ? rejection : nil)
    }
  }

  /// Opens the catalog for writing, or a new one if it is damaged; the one in memory if a query has just created it, or
  /// if there is still no other that can be written.
  func writableCatalog() throws -> Catalog {
    let (memory, isFilled) = state.withLock { ($0.memory?.catalog, $0.memory?.isFilled ?? true) }
    if let memory, !isFilled { return memory }
    do {
      guard let path = catalogPath else { throw ComponentManagerError.noPlaceForCatalog }
      return try writableCatalog(path)
    } catch {
      guard let memory else { throw error }
      return memory
    }
  }

  private func writableCatalog(_ path: String) throws -> Catalog {
    func open(copying origin: () -> SystemCatalog?) throws -> Catalog {
      try Catalog.openForWriting(path, copying: origin, results: results, former: configuration.formerCatalogPath)
    }
    do {
      return try open(copying: { origin })
    } catch let error as StoreError where error.isDamagedCatalog {
      try setAside(error)
      return try open(copying: { nil })
    }
  }
}

/// A catalog in memory, and the state of the files that it replaces.
struct MemoryCatalog {
  let catalog: Catalog
  /// Whether the scan that it was made for has ended.
  var isFilled = false
  private let place: FileIdentity?
  private let userStore: FileIdentity?
  /// The content that was copied; nil if it was scanned.
  private let content: StoreStamp?
  /// Why it was created without the user store; nil if it has one.
  private let rejection: UserStoreRejection?

  init(
    _ catalog: Catalog, insteadOf path: String?, userStore: String?, without rejection: UserStoreRejection?,
    isCopy: Bool
  ) {
    self.catalog = catalog
    self.rejection = rejection
    content = isCopy ? path.map { StoreStamp($0) } : nil
    place = path.flatMap { FileIdentity($0) }
    self.userStore = userStore.flatMap { FileIdentity($0) }
  }

  /// Whether there is still no other catalog, and the user store is the same file, or still can't be used.
  func isCurrent(insteadOf path: String?, userStore: String?) -> Bool {
    guard place == path.flatMap({ FileIdentity($0) }), content?.isCurrent ?? true else { return false }
    if let rejection { return rejection.isCurrent }
    return self.userStore == userStore.flatMap { FileIdentity($0) }
  }
}
