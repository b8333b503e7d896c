internal import ComponentStore

extension ComponentManager {
  /// The health of the user store, of its backups and of what lies beside it; nil if there is no place for a user store.
  ///
  /// Every page and row of every file is read, which takes milliseconds for each. Nothing is written.
  public func userStoreHealth() -> UserStoreHealth? {
    configuration.userStorePath.map { UserStore.health($0) }
  }
}
