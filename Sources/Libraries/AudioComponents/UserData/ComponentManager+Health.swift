internal import CatalogSearch
internal import UserDataStore
internal import ComponentScan

extension ComponentManager {
  /// The health of the user store, of its backups and of what lies beside it; nil if there is no place for a user store.
  ///
  /// Every page and row of every file is read, which takes milliseconds for each. Nothing is written.
  public func userStoreHealth() -> UserStoreHealth? {
    userStorePath.map { UserStore.health($0, rules: rules) }
  }

  /// The folder of the user store's backups; nil if there is no place for a user store.
  package var userStoreBackups: String? { userStorePath.map { $0 + ".backups" } }

  /// Backs up what the user has entered, and reads the backup.
  ///
  /// - Throws: an error about the user store.
  package func backUpUserData() throws(ComponentManagerError) {
    let store = try userStore()
    try unifyingErrors { try store.backUpNow() }
  }

  /// Forgets everything that the user has entered, on purpose. It stays in a file beside the new, empty store, and its
  /// backups are no longer restored.
  ///
  /// - Returns: the file, and what is in it; nil if there was nothing to forget.
  /// - Throws: an error about the user store. Nothing is changed then.
  public func forgetUserData() throws(ComponentManagerError) -> ForgottenUserData? {
    let path = try requiredUserStorePath()
    return try unifyingErrors { try UserStore.forget(path, rules: rules, notice: configuration.notice) }
  }
}

extension ComponentManager {
  /// The state of the catalog and its contents, for diagnostics. Reads the whole file and changes
  /// nothing; never scans.
  package func catalogHealth() -> CatalogHealth {
    var health = ownHealth
    if [.missing, .nowhere, .older].contains(health.state), isShared, let path = configuration.systemCatalogPath {
      let leftovers = health.leftovers
      health = CatalogExamination(path).health(view: view)
      (health.isOfMachine, health.leftovers) = (true, leftovers)
    }
    if health.state != .nowhere { health.unreadableDirectories = unreadableDirectories() }
    return health
  }

  private var ownHealth: CatalogHealth {
    guard let path = catalogPath else {
      return CatalogHealth(path: "", state: .nowhere, supportedSchema: CatalogExamination.schema)
    }
    return CatalogExamination(path).health(view: view)
  }

  /// The directories of the search path that exist but can't be read now, with the reasons.
  package func unreadableDirectories() -> [String] {
    (try? survey(.forScan))?.unreadableDirectories ?? []
  }
}
