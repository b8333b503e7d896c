internal import StoreFiles
internal import ComponentScan

/// Why a manager could not do what the caller asked: the one error type that hosts catch.
///
/// ``description`` says in one line what happened, where, and what the remedy is. Earlier commits are kept.
///
/// The initializers of values throw only the reason: `UserLabel` a `UserLabelError`, `ComponentPredicate(parsing:)` an
/// `InvalidPredicate`. A manager wraps the same reasons.
public enum ComponentManagerError: Error, Sendable {
  /// The files that a manager reads and writes.
  public enum Store: Hashable, Sendable {
    /// The descriptions of all components: a cache that a scan can rebuild.
    case catalog
    /// The data that the user has entered.
    case userStore
  }

  /// The file is damaged or not a database.
  case damagedStore(Store, path: String, detail: String)
  /// A newer version of this library made the file. It is left alone.
  case newerStore(Store, path: String, detail: String)
  /// The file is another program's database. It is left alone.
  case foreignStore(Store, path: String, detail: String)
  /// The file or its directory can't be read.
  case unreadableStore(Store, path: String, detail: String)
  /// A link on the file's path leads nowhere, for example because a disk is not mounted, or a file is in the place of a
  /// directory.
  case unreachableStore(Store, path: String, detail: String)
  /// The file or its directory can't be written.
  case unwritableStore(Store, path: String, detail: String)
  /// The file system can't map files into memory, which SQLite needs to share the file.
  case unmappableStore(Store, path: String, detail: String)
  /// The system has no descriptor or memory left to open the file.
  case exhaustedStore(Store, path: String, detail: String)
  /// The disk reported an error, which says nothing about the file.
  case failedDisk(Store, path: String, detail: String)
  /// The disk is full.
  case fullDisk(Store, path: String, detail: String)
  /// Another process held the store for too long.
  case busyStore(Store, path: String, detail: String)
  /// The environment names no place for the catalog.
  case noPlaceForCatalog
  /// The environment names no place for what the user enters.
  case noPlaceForUserStore
  /// The host has configured the manager to have no user store.
  case userStoreDeclined
  /// A variable of the environment that decides where a store is, and is not UTF-8: text can't hold such a path.
  case undecodablePath(variable: String)
  /// The program that reads bundles is at none of these paths.
  case workerMissing(paths: [String])
  /// The program that reads bundles does not start, or has the wrong version.
  case workerUnusable(path: String, detail: String)
  /// The operating system refused to provide a process, a pipe or memory, or workers are killed before they start.
  case systemFailure(detail: String)
  /// Something outside kept the only bundle of a scan from being read. Try again.
  case unreadBundle(path: String, detail: String)
  /// The catalog no longer has this component of this bundle: it was removed or moved after the caller found it.
  case componentMissing(uri: String, bundle: String)
  /// The caller stopped a scan. What it had read by then is kept.
  case interrupted
  /// A text is not a predicate, refers to an unknown name, or has a regular expression that takes too long.
  case invalidPredicate(InvalidPredicate)
  /// A collection or search that a saved search uses can't be deleted or renamed.
  case savedSearchInUse(SavedSearchInUse)
  /// A change can't be undone: what it touched has changed since, or the log lacks the details.
  case cannotUndo(UndoError)
  /// A name that is not valid for a tag, collection or saved search.
  case invalidLabel(UserLabelError)
  /// An import file that is invalid.
  case invalidUserData(UserDataError)
  /// The host's own test of components threw this error; see `ComponentFilter`.
  case testFailed(any Error)
}

extension ComponentManagerError {
  /// The path of the store, the program or the bundle; nil if the error does not concern one.
  public var path: String? {
    switch self {
    case .workerMissing(let paths): paths.first
    case .workerUnusable(let path, _), .unreadBundle(let path, _), .componentMissing(_, let path): path
    // A catalog in memory has none.
    default: storeError.flatMap { $0.path.isEmpty ? nil : $0.path }
    }
  }

  /// The store; nil if the error does not concern one.
  public var store: Store? { storeError.map { $0.store == .catalog ? .catalog : .userStore } }
}

extension ComponentManagerError: CustomStringConvertible {
  /// What happened, where, and the remedy, in one line.
  public var description: String {
    switch self {
    case .workerMissing: "\(event); install it beside this program, or set Configuration.workerPath"
    case .userStoreDeclined: "\(event); set Configuration.userStorePath"
    case .workerUnusable: "\(event); install it again, or set Configuration.workerPath"
    default: event
    }
  }

  /// What happened and where; without the remedy if the caller has its own (a worker's errors).
  package var event: String {
    switch self {
    case .noPlaceForCatalog:
      "there is no place for the catalog; set HOME, XDG_CACHE_HOME or AUCAT_CATALOG"
    case .noPlaceForUserStore:
      "there is no place for your own data; set HOME, XDG_DATA_HOME or AUCAT_USER_STORE"
    case .userStoreDeclined: "this catalog was opened without a user store"
    case .undecodablePath(let variable):
      "the path in \(variable) is not UTF-8 and can't be used; set it to one that is, or rename the directory"
    case .workerMissing(let paths): ScanError.workerMissing(paths: paths).description
    case .workerUnusable(let path, let detail): "\(path) \(detail)"
    case .systemFailure(let detail): detail
    case .unreadBundle(let path, let detail): "\(path) was not read: \(detail); try again"
    case .componentMissing(let uri, let bundle): "the catalog no longer has \(uri) of \(bundle); search for it again"
    case .interrupted: "the scan was interrupted; the next one continues from here"
    case .invalidPredicate(let error): error.description
    case .savedSearchInUse(let error): error.description
    case .cannotUndo(let error): error.description
    case .invalidLabel(let error): error.description
    case .invalidUserData(let error): error.description
    case .testFailed(let error): "\(error)"
    default: storeError?.description ?? ""
    }
  }
}
