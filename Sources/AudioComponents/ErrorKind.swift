internal import ComponentScan
internal import ComponentStore

extension ComponentManager {
  /// What kind of error a manager has thrown: hosts react to the kind and show the description.
  public enum ErrorKind: Hashable, Sendable {
    /// The catalog can't be read or written, or the scan's workers can't be started.
    case store
    /// A name that can't be a tag's, collection's or saved search's, an import that is none, or a saved search that is
    /// used.
    case userData
    /// The environment can't be used.
    case configuration
    /// The caller stopped a scan.
    case interrupted
    /// A text is no predicate, or a regular expression takes too long.
    case predicate
    /// Not an error of this library.
    case other
  }

  /// The kind of an error. The error's description says what happened, where, and the remedy, in one line.
  public static func kind(of error: any Error) -> ErrorKind {
    switch error {
    case is StoreError: .store
    case let error as ScanError: error.code == .interrupted ? .interrupted : .store
    case is ConfigurationError: .configuration
    case is UserLabelError, is UserDataError, is SavedSearchInUse: .userData
    case is InvalidPredicate: .predicate
    default: .other
    }
  }
}
