internal import CatalogSearch
internal import CatalogStore
internal import StoreFiles
internal import Synchronization

/// Handles a catalog that a query finds damaged.
extension ComponentManager {
  /// Informs the host once, and makes the next scan of any process start with a new catalog.
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

  /// Sets a damaged catalog aside, unless another process has done so meanwhile.
  ///
  /// - Parameter identity: the identity of the file that was found damaged; nil to check the file at the path.
  func setAside(_ error: StoreError, found identity: FileIdentity? = nil) throws {
    state.withLock { state in
      (state.catalog, state.identity, state.isSuspect) = (nil, nil, false)
      // It may have been a copy of the system catalog.
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
