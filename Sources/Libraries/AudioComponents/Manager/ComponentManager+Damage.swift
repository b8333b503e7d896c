internal import ComponentStore
internal import Synchronization

/// What happens when a query finds the catalog damaged.
extension ComponentManager {
  /// As ``reading(_:mayScan:_:)``. A damaged catalog is reported once and treated as absent until a scan has rebuilt it.
  func readingSoundCatalog<Result>(
    _ view: CatalogView, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    do {
      return try reading(view, body)
    } catch let error as StoreError where error.isDamagedCatalog {
      _ = reported(error)
      closeCatalog()
      return nil
    }
  }

  /// Tells the host once, and makes the next scan of any process start with a new catalog.
  func reported(_ error: StoreError) -> StoreError {
    let identity = FileIdentity(error.path)
    let isNew = state.withLock { state in
      defer { (state.reported, state.isSuspect) = (identity, true) }
      return state.reported == nil || state.reported != identity
    }
    if isNew {
      ScanLock.suspect(catalog: error.path)
      configuration.notice("\(error)")
    }
    return error
  }

  /// If only the user store stands in the way, settles that.
  ///
  /// - Returns: nil if the catalog can't be read without it either.
  func answering<Result>(
    withoutUserStoreFor error: StoreError, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    guard let path = userStorePath, let catalog = catalogPath,
      let alone = try Catalog.openForReading(catalog), (try? body(alone, view.acceptingNothing)) != nil
    else { return nil }
    _ = try settle(StoreError(.damaged, .userStore, path: path, detail: error.detail))
    return try reading(view.acceptingNothing, body)
  }

  /// Sets a damaged catalog aside, unless another process has done so meanwhile.
  ///
  /// - Parameter identity: of the file that was found damaged; nil to check the file at the path.
  func setAside(_ error: StoreError, found identity: FileIdentity? = nil) throws {
    state.withLock { state in
      (state.catalog, state.identity, state.isSuspect) = (nil, nil, false)
      // It may have been a copy of the machine's.
      (state.system.isOpen, state.system.isDistrusted) = (false, true)
    }
    guard let aside = try Catalog.setAside(error.path, found: identity) else { return }
    configuration.notice(
      "the catalog \(error.path) was damaged (\(error.detail)); it was moved to \(aside), and a scan rebuilds it")
  }
}

extension StoreError {
  /// Whether the catalog's file is damaged.
  var isDamagedCatalog: Bool { code == .damaged && store == .catalog }
}
