internal import StoreFiles
package import ComponentModel
internal import Linux
internal import SQLite

/// Replaces a damaged or lost user store with the newest good backup and what can still be read.
///
/// The new store is built whole beside the old one, and synced, before the old one is touched: if the process is killed
/// at any point, the next command starts again or finishes. Nothing is deleted: the damaged file is kept beside the new
/// one.
package struct UserStoreRecovery {
  private let path: String
  private let rules: any TextRules
  private var file: StoreFile { StoreFile(kind: .userStore, path: path) }

  /// The recovery of the store at a path.
  package init(_ path: String, _ rules: any TextRules) {
    self.path = path
    self.rules = rules
  }

  /// Replaces the store, unless another process has done so in the meantime.
  ///
  /// - Parameter notice: receives a message for the user.
  package func recover(_ notice: (String) -> Void) throws {
    // This comes before the lock, whose file must be created only beside our own stores.
    try file.rejectForeign()
    guard let damage = try file.damage(orElse: UserStoreRules(rules: rules).problemOfRows) else { return }
    try StoreLock(.userStore, path).exclusively {
      if try finish(notice) { return }
      if try file.damage(orElse: UserStoreRules(rules: rules).problemOfRows) != nil {
        try replaceDamaged(damage, notice)
      }
    }
  }

  /// Finishes an interrupted recovery or new start whose new store was complete. The caller must hold the store's lock.
  ///
  /// - Returns: false if there is no such store, or if it is not sound: then it is set aside, since the former store
  ///   may be better.
  func finish(_ notice: (String) -> Void) throws -> Bool {
    removeLeftovers()
    guard let successor = file.waitingSuccessor else { return false }
    let waiting = file.successor(successor)
    guard try waiting.isGood(orElse: UserStoreRules(rules: rules).problemOfRows) else {
      let aside = try file.setAside(successor)
      notice("\(waiting.path) is not an intact user store, so it is not used, and is kept as \(aside)")
      return false
    }
    // The check has left the index of a write-ahead log.
    waiting.removeCompanions()
    let aside = try file.giveWay(to: successor)
    if successor == .begun { try UserStore.backUp(file, rules) } else { backUpRestored(notice) }
    let kept = aside.map { ", and the former one is kept as \($0)" } ?? ""
    let what = successor == .restored ? "restoring the user store \(path)" : "starting the user store \(path) afresh"
    notice("\(what) was interrupted; it is now complete\(kept)")
    return true
  }

  /// Removes the files of writers that were interrupted: the holder of the lock is the only writer.
  private func removeLeftovers() {
    for ending in [StoreFile.successorEnding, StoreFile.unfinishedEnding] {
      StoreFile(kind: .userStore, path: path + ending).removeFiles()
    }
    for successor in StoreFile.Successor.allCases.map(file.successor) where !Path.exists(successor.path) {
      successor.removeCompanions()
    }
  }

  /// Paths of the files that interrupted writers have left beside a store. The next change removes them, or puts a
  /// complete one in place.
  static func leftovers(of file: StoreFile) -> [String] {
    let companions = PrivateCopy.companions + ["-shm"]
    let files = (StoreFile.endingsOfSuccessors + [StoreFile.unfinishedEnding]).flatMap { ending in
      ([""] + companions).map { file.path + ending + $0 }
    }
    let journal = file.path + "-journal"
    return (files.filter(Path.exists) + (Path.isRegular(journal) ? [journal] : [])).sorted()
  }

  /// Replaces the store with a restoration. The caller must hold the store's lock.
  func replaceDamaged(_ damage: StoreError, _ notice: (String) -> Void) throws {
    let wasThere = file.exists
    var restoration = UserStoreRestoration(file, rules)
    try restoration.build()
    let aside = try file.giveWay(to: .restored)
    let detail = damage.detail.onOneLine
    let kept = aside.map { " and is kept as \($0)" } ?? ""
    let what = wasThere ? "was damaged (\(detail))" : "was lost (\(detail))"
    notice("the user store \(path) \(what)\(kept); \(restoration.account)")
    backUpRestored(notice)
  }

  /// Backs up what has been restored: until then, no backup has what was read from the damaged store.
  private func backUpRestored(_ notice: (String) -> Void) {
    do {
      try UserStore.backUp(file, rules)
    } catch {
      notice("the restored data has no backup yet: \(error)")
    }
  }
}
