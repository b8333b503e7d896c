package import ComponentModel
internal import Glibc
internal import Linux
internal import SQLite

/// Replaces a damaged user store by the newest good backup and what can still be read.
package struct UserStoreRecovery {
  private let path: String
  private let rules: any TextRules

  /// For the store at a path.
  package init(_ path: String, _ rules: any TextRules) {
    self.path = path
    self.rules = rules
  }

  /// Replaces the store, unless another process has done so meanwhile.
  ///
  /// - Parameter notice: receives a message for the user.
  package func recover(_ notice: (String) -> Void) throws {
    try StoreLock(.userStore, path).exclusively {
      guard let damage = StoreFile(kind: .userStore, path: path).damage else { return }
      try replaceDamaged(damage, notice)
    }
  }

  /// Sets the store aside and restores a backup. Call it with the lock held. Nothing is deleted: the damaged store is
  /// kept beside it.
  func replaceDamaged(_ damage: StoreError, _ notice: (String) -> Void) throws {
    let aside = try StoreFile(kind: .userStore, path: path).setAside("damaged")
    let detail = damage.detail.split(separator: "\n").joined(separator: " ")
    let backup = try restoreBackup()
    let salvaged = try salvage(aside)
    let source =
      backup.map { "the backup \($0) has taken its place" }
      ?? "there is no good backup of it, so a new one has taken its place"
    let rest =
      switch (salvaged, backup) {
      case (0, nil): "nothing could be read of the damaged one"
      case (0, _):
        "the damaged one had nothing more that could be read: what was changed after the backup may be missing"
      default:
        "\(salvaged) more tags, marks, saved searches and use counts were read from the damaged one; some may be missing, in lower case, or back though they were taken away"
      }
    notice("the user store \(path) was damaged (\(detail)) and is kept as \(aside); \(source); \(rest)")
  }

  /// - Returns: the backup that is now in the store's place.
  private func restoreBackup() throws -> String? {
    for backup in UserStoreBackup(path).paths where StoreFile(kind: .userStore, path: backup).isGood {
      let unfinished = path + ".restoring"
      unlink(unfinished)
      do throws(SystemError) {
        try copyFile(backup, to: unfinished)
        try Path.rename(unfinished, to: path)
      } catch {
        throw StoreError(.unwritable, .userStore, path: path, detail: "no restoration: \(error)")
      }
      return backup
    }
    return nil
  }

  /// Adds what can still be read of the damaged store, after migrating the restored one.
  ///
  /// - Returns: the number of facts, saved searches and use counts that the backup did not have.
  private func salvage(_ aside: String) throws -> Int {
    let data = UserStoreSalvage.data(aside, rules: rules)
    // No backup before the migration: the file is one.
    let connection = try StoreFile(kind: .userStore, path: path).openForWriting().connection
    return try translatingErrors(.userStore, path: path) {
      try UserWriter.transaction(connection, rules: rules) { writer in
        // The salvaged data is newer than the backup. Searches are not checked: what they refer to may be lost,
        // but they are worth keeping.
        try writer.log.recordReset()
        let replaced = try data.searches.reduce(0) { $0 + (try writer.save($1, replacing: true)) }
        return try replaced + writer.merge(data)
      }
    }
  }

  /// Sets aside a write-ahead log without a store, which SQLite would apply to the next store created here.
  func setStrayLogAside() throws {
    guard StoreFile.status(path) == nil, StoreFile.status(path + "-wal") != nil else { return }
    rename(path + "-wal", "\(path).stray-\(UserStoreBackup.stamp)-wal")
    unlink(path + "-shm")
  }
}
