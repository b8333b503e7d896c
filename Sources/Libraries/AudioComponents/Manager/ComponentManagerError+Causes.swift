internal import CatalogSearch
internal import StoreFiles
internal import ComponentScan

extension ComponentManagerError {
  /// Converts an error of a lower module. Any other error comes from the host's own test.
  package init(_ error: any Error) {
    switch error {
    case let error as ComponentManagerError: self = error
    case let error as StoreError: self.init(store: error)
    case let error as ScanError: self.init(scan: error)
    case let error as MissingComponent: self = .componentMissing(uri: error.uri, bundle: error.bundle)
    case let error as InvalidPredicate: self = .invalidPredicate(error)
    case let error as SavedSearchInUse: self = .savedSearchInUse(error)
    case let error as UndoError: self = .cannotUndo(error)
    case let error as UserLabelError: self = .invalidLabel(error)
    case let error as UserDataError: self = .invalidUserData(error)
    default: self = .testFailed(error)
    }
  }

  private init(store error: StoreError) {
    let store: Store = error.store == .catalog ? .catalog : .userStore
    let (path, detail) = (error.path, error.detail)
    self =
      switch error.code {
      case .damaged: .damagedStore(store, path: path, detail: detail)
      case .newer: .newerStore(store, path: path, detail: detail)
      case .foreign: .foreignStore(store, path: path, detail: detail)
      case .unreadable: .unreadableStore(store, path: path, detail: detail)
      case .unreachable: .unreachableStore(store, path: path, detail: detail)
      case .unwritable: .unwritableStore(store, path: path, detail: detail)
      case .unmappable: .unmappableStore(store, path: path, detail: detail)
      case .diskFailed: .failedDisk(store, path: path, detail: detail)
      case .exhausted: .exhaustedStore(store, path: path, detail: detail)
      case .full: .fullDisk(store, path: path, detail: detail)
      case .busy: .busyStore(store, path: path, detail: detail)
      }
  }

  private init(scan error: ScanError) {
    self =
      switch error {
      case .workerMissing(let paths): .workerMissing(paths: paths)
      case .workerUnusable(let path, let defect): .workerUnusable(path: path, detail: "\(defect)")
      case .interrupted: .interrupted
      case .shortage, .workersKilled: .systemFailure(detail: "\(error)")
      case .unread(let path, let cause): .unreadBundle(path: path, detail: "\(cause)")
      }
  }

  /// The store's own error, whose description is used.
  var storeError: StoreError? {
    func error(_ code: StoreError.Code, _ store: Store, path: String, detail: String) -> StoreError {
      StoreError(code, store == .catalog ? .catalog : .userStore, path: path, detail: detail)
    }
    return switch self {
    case .damagedStore(let store, let path, let detail): error(.damaged, store, path: path, detail: detail)
    case .newerStore(let store, let path, let detail): error(.newer, store, path: path, detail: detail)
    case .foreignStore(let store, let path, let detail): error(.foreign, store, path: path, detail: detail)
    case .unreadableStore(let store, let path, let detail): error(.unreadable, store, path: path, detail: detail)
    case .unreachableStore(let store, let path, let detail): error(.unreachable, store, path: path, detail: detail)
    case .unwritableStore(let store, let path, let detail): error(.unwritable, store, path: path, detail: detail)
    case .unmappableStore(let store, let path, let detail): error(.unmappable, store, path: path, detail: detail)
    case .exhaustedStore(let store, let path, let detail): error(.exhausted, store, path: path, detail: detail)
    case .failedDisk(let store, let path, let detail): error(.diskFailed, store, path: path, detail: detail)
    case .fullDisk(let store, let path, let detail): error(.full, store, path: path, detail: detail)
    case .busyStore(let store, let path, let detail): error(.busy, store, path: path, detail: detail)
    default: nil
    }
  }
}

/// Runs `body` and converts its errors to the one type that hosts catch.
func unifyingErrors<Result>(_ body: () throws -> Result) throws(ComponentManagerError) -> Result {
  do {
    return try body()
  } catch {
    throw ComponentManagerError(error)
  }
}
