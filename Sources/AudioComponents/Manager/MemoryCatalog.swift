internal import ComponentStore

/// A catalog in memory, and the state of the files for which it stands in.
struct MemoryCatalog {
  let catalog: Catalog
  /// Whether the scan that it was made for has ended.
  var isFilled = false
  private let place: FileIdentity?
  private let userStore: FileIdentity?
  /// Why it was made without the user store; nil if it has that.
  private let rejection: UserStoreRejection?

  init(_ catalog: Catalog, insteadOf path: String?, userStore: String?, without rejection: UserStoreRejection?) {
    self.catalog = catalog
    self.rejection = rejection
    place = path.flatMap { FileIdentity($0) }
    self.userStore = userStore.flatMap { FileIdentity($0) }
  }

  /// Whether there is still no other catalog, and the user store is the same file, or still can't be used.
  func isCurrent(insteadOf path: String?, userStore: String?) -> Bool {
    guard place == path.flatMap({ FileIdentity($0) }) else { return false }
    if let rejection { return rejection.isCurrent }
    return self.userStore == userStore.flatMap { FileIdentity($0) }
  }
}
