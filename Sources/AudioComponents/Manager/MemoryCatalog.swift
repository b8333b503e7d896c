internal import ComponentStore

/// A catalog in memory, and the state of the files for which it stands in.
struct MemoryCatalog {
  let catalog: Catalog
  /// Whether the scan that it was made for has ended.
  var isFilled = false
  private let place: FileIdentity?
  private let userStore: FileIdentity?

  init(_ catalog: Catalog, insteadOf path: String?, userStore: String?) {
    self.catalog = catalog
    place = path.flatMap { FileIdentity($0) }
    self.userStore = userStore.flatMap { FileIdentity($0) }
  }

  /// Whether there is still no other catalog, and the user store is the same file.
  func isCurrent(insteadOf path: String?, userStore: String?) -> Bool {
    place == path.flatMap { FileIdentity($0) } && self.userStore == userStore.flatMap { FileIdentity($0) }
  }
}
