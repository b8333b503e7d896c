internal import ComponentStore

/// Why a manager could not do what it was asked to: the one error type that hosts catch.
///
/// ``description`` says in one line what happened, where, and what helps. What had been committed before stays.
///
/// The initializers of values throw the reason alone: `UserLabel` a `UserLabelError`, `ComponentPredicate(parsing:)` an
/// `InvalidPredicate`. A manager wraps the same reasons.
public enum ComponentManagerError: Error, Sendable {
  /// The files that a manager reads and writes.
  public enum Store: Hashable, Sendable {
    /// What all components are: a cache that a scan makes again.
    case catalog
    /// What the user has entered.
    case userStore
  }

  /// The file is no database, or a damaged one.
  case damagedStore(Store, path: String, detail: String)
  /// A newer version of this library made the file. It is left alone.
  case newerStore(Store, path: String, detail: String)
  /// The file is another program's database. It is left alone.
  case foreignStore(Store, path: String, detail: String)
  /// The file or its directory can't be read.
  case unreadableStore(Store, path: String, detail: String)
  /// The file or its directory can't be written.
  case unwritableStore(Store, path: String, detail: String)
  /// The disk is full.
  case fullDisk(Store, path: String, detail: String)
  /// Another process held the store for too long.
  case busyStore(Store, path: String, detail: String)
  /// The environment names no place for the catalog.
  case noPlaceForCatalog
  /// The environment names no place for what the user enters.
  case noPlaceForUserStore
  /// The program that reads bundles was not found.
  case workerMissing(detail: String)
  /// The program that reads bundles does not start, or is of another version.
  case workerUnusable(detail: String)
  /// The operating system refused a process, a pipe or memory.
  case systemFailure(detail: String)
  /// The caller stopped a scan. What had been read until then stays.
  case interrupted
  /// A text is no predicate, names what is not there, or holds a regular expression that takes too long.
  case invalidPredicate(InvalidPredicate)
  /// What a saved search uses can't be deleted or renamed.
  case savedSearchInUse(SavedSearchInUse)
  /// A name that no tag, collection or saved search can have.
  case invalidLabel(UserLabelError)
  /// A file that can't be read for what people have entered.
  case invalidUserData(UserDataError)
  /// The host's own test of components threw this error; see `ComponentFilter`.
  case testFailed(any Error)
}

extension ComponentManagerError {
  /// The path of the store; nil where the error is not about a store.
  public var path: String? { storeError?.path }

  /// The store; nil where the error is not about one.
  public var store: Store? {
    switch self {
    case .damagedStore(let store, _, _), .newerStore(let store, _, _), .foreignStore(let store, _, _),
      .unreadableStore(let store, _, _), .unwritableStore(let store, _, _), .fullDisk(let store, _, _),
      .busyStore(let store, _, _):
      store
    default: nil
    }
  }
}

extension ComponentManagerError: CustomStringConvertible {
  /// What happened, where, and what helps, in one line.
  public var description: String {
    switch self {
    case .noPlaceForCatalog:
      "there is no place for the catalog, because HOME is not set; set HOME, XDG_CACHE_HOME or AUCAT_CATALOG"
    case .noPlaceForUserStore:
      "there is no place for what you enter, because HOME is not set; set HOME, XDG_DATA_HOME or AUCAT_USER_STORE"
    case .workerMissing(let detail), .workerUnusable(let detail), .systemFailure(let detail): detail
    case .interrupted: "the scan was interrupted; the next one goes on from here"
    case .invalidPredicate(let error): error.description
    case .savedSearchInUse(let error): error.description
    case .invalidLabel(let error): error.description
    case .invalidUserData(let error): error.description
    case .testFailed(let error): "\(error)"
    default: storeError?.description ?? ""
    }
  }
}
