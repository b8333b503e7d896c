package import ComponentModel
internal import Linux

extension UserStore {
  /// The health of the store at a path, of its backups and of what lies beside it. Every page and row is read, and nothing
  /// is written.
  package static func health(_ path: String) -> UserStoreHealth {
    let backup = UserStoreBackup(path)
    let backups = backup.paths.map(Self.backupHealth).sorted { isBetter($0, $1) }
    let names = DirectoryReader.entries(of: StoreFile.parent(path)).map(\.name).sorted()
    let file = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    func beside(_ words: [String]) -> [String] {
      names.filter { name in words.contains { name.hasPrefix(file + $0) } }.map { "\(StoreFile.parent(path))/\($0)" }
    }
    var health = UserStoreHealth(path: path, state: .absent, backups: backups)
    health.setAside = beside([".damaged-", ".forgotten-", ".stray-"])
    health.leftovers = beside([".restoring", "-journal"]) + backup.leftovers
    if !StoreFile(kind: .userStore, path: path).exists && backups.isEmpty && health.setAside.isEmpty { return health }
    let inspection = UserStoreInspection(path)
    health.content = inspection.content
    health.state = inspection.problem.map(UserStoreHealth.State.init) ?? .sound
    return health
  }

  private static func backupHealth(_ path: String) -> UserStoreBackupHealth {
    let inspection = UserStoreInspection(path)
    let written = StoreFile.status(path).flatMap { UTCTime(secondsSince1970: Int64($0.modified.seconds)) }
    return UserStoreBackupHealth(
      path: path, written: written, content: inspection.content, problem: inspection.problem?.detail)
  }

  private static func isBetter(_ a: UserStoreBackupHealth, _ b: UserStoreBackupHealth) -> Bool {
    guard (a.problem == nil) == (b.problem == nil) else { return a.problem == nil }
    let (first, second) = (a.content?.revision ?? 0, b.content?.revision ?? 0)
    return first == second ? a.path > b.path : first > second
  }
}

extension UserStoreHealth.State {
  fileprivate init(_ error: StoreError) {
    self =
      switch error.code {
      case .damaged: .damaged(error.detail)
      case .foreign: .foreign(error.detail)
      case .newer: .newer(error.detail)
      default: .unreadable(error.detail)
      }
  }
}
