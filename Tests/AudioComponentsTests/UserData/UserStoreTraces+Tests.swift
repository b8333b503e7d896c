import Glibc

@testable import ComponentStore

extension UserStoreTraces {
  /// Removes what recoveries have left: the stores that they set aside, and all backups but the first. The next one would
  /// find there what its own damage hides.
  func removeEarlierRecoveries() throws {
    let backups = try UserStoreBackup(path).paths()
    for path in try setAside() + backups.dropFirst() { unlink(path) }
  }
}
