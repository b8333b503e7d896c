internal import ComponentStore

extension ComponentManager {
  /// The health of the user store, of its backups and of what lies beside it; nil if there is no place for a user store.
  ///
  /// Every page and row of every file is read, which takes milliseconds for each. Nothing is written.
  public func userStoreHealth() -> UserStoreHealth? {
    userStorePath.map { UserStore.health($0, rules: rules) }
  }

  /// The folder of the user store's backups; nil if there is no place for a user store.
  package var userStoreBackups: String? { userStorePath.map { $0 + ".backups" } }

  /// Makes a backup of what the user has entered, and reads it back.
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
