internal import StoreFiles
package import ComponentModel

extension UserStore {
  /// The health of the store at a path, of its backups and of the files beside it. Every page and row is read, and
  /// nothing is written.
  package static func health(_ path: String, rules: any TextRules) -> UserStoreHealth {
    let traces = UserStoreTraces(path: path)
    var health = UserStoreHealth(path: path, state: .absent)
    health.setAside = traces.beside([".damaged-", ".forgotten-"]).filter { path in
      !(PrivateCopy.companions + ["-shm"]).contains { path.hasSuffix($0) }
    }
    health.setAside += traces.beside([".stray-"])
    health.leftovers = UserStoreRecovery.leftovers(of: StoreFile(kind: .userStore, path: path))
    do {
      health.backups = try UserStoreBackup(path, rules).examined().map {
        UserStoreBackupHealth(path: $0.path, written: $0.written, content: $0.content, problem: $0.problem)
      }
      health.leftovers += try traces.unfinishedBackups()
    } catch {
      health.backupProblem = (error as? StoreError)?.detail ?? "\(error)"
    }
    if StoreFile(kind: .userStore, path: path).isAbsent && health.hasNoTraces { return health }
    let inspection = UserStoreInspection(path, rules)
    health.content = inspection.content
    health.state = inspection.problem.map(UserStoreHealth.State.init) ?? (inspection.isAbsent ? .absent : .sound)
    return health
  }
}

extension UserStoreHealth.State {
  fileprivate init(_ error: StoreError) {
    self =
      switch error.code {
      case .damaged: .damaged(error.detail)
      case .foreign: .foreign(error.detail)
      case .newer: .newer(error.detail)
      case .unreachable: .unreachable(error.detail)
      default: .unreadable(error.detail)
      }
  }
}

extension UserStoreHealth {
  /// Whether nothing shows that there was a store.
  fileprivate var hasNoTraces: Bool { backups.isEmpty && backupProblem == nil && setAside.isEmpty }
}
