internal import Glibc
internal import GRDB

/// Puts the newest good backup in the place of a damaged user store.
public struct UserStoreRecovery {
  private let path: String

  /// For the store at a path.
  public init(_ path: String) { self.path = path }

  /// Replaces the store, unless another process has done so meanwhile.
  ///
  /// - Parameter notice: takes what has happened, which a person has to know.
  public func recover(_ notice: (String) -> Void) throws {
    try StoreLock(.userStore, path).exclusively {
      guard let damage = StoreFile(kind: .userStore, path: path).damage else { return }
      try replaceDamaged(damage, notice)
    }
  }

  /// Sets the store aside and restores a backup; to be called with the lock held. Nothing is deleted: what is damaged is
  /// kept beside it.
  func replaceDamaged(_ damage: StoreError, _ notice: (String) -> Void) throws {
    let aside = try StoreFile(kind: .userStore, path: path).setAside("damaged")
    let lead = "the user store \(path) was damaged (\(damage.detail)) and is kept as \(aside); "
    for backup in UserStoreBackup(path).paths where isGood(backup) {
      let unfinished = path + ".restoring"
      unlink(unfinished)
      guard copyFile(backup, to: unfinished), rename(unfinished, path) == 0 else {
        throw StoreError(.unwritable, .userStore, path: path, detail: "no restoration: \(StoreFile.reason)")
      }
      notice(lead + "the backup \(backup) has taken its place: tags that were changed after it are not in it")
      return
    }
    notice(lead + "there is no good backup of it, so an empty one has taken its place")
  }

  /// A write-ahead log without its store would be read into the next one that is made here.
  func setStrayLogAside() throws {
    guard StoreFile.status(path) == nil, StoreFile.status(path + "-wal") != nil else { return }
    rename(path + "-wal", "\(path).stray-\(UserStoreBackup.stamp)-wal")
    unlink(path + "-shm")
  }

  private func isGood(_ backup: String) -> Bool {
    let file = StoreFile(kind: .userStore, path: backup)
    return file.exists && file.damage == nil && (try? file.openForReading()) != nil
  }
}
