internal import AudioComponents
internal import Linux

/// The backups of the user store.
enum BackupCheck: Check {
  static let name = "backups"

  static func findings(_ checkup: Checkup) -> [Finding] {
    guard let health = checkup.userStore else { return [] }
    if let folder = checkup.manager.userStoreBackups, Path.exists(folder), !Path.isDirectory(folder) {
      return [
        .problem(
          folder, "it is not a directory, so no backup can be made",
          remedy: "move it away, then run `aucat doctor --fix`")
      ]
    }
    if let problem = health.backupProblem {
      return [
        .problem(
          health.path, "its backups can't be listed (\(problem))", remedy: "check the folder's permissions and its disk"
        )
      ]
    }
    var findings = health.backups.compactMap(unusable)
    let hasGood = health.backups.contains { $0.problem == nil }
    if let content = health.content, content.entries > 0, !hasGood, health.state == .sound {
      findings.append(
        .problem(
          health.path, "there is no good backup of your data",
          remedy: "the next change makes one; --fix does so now", fix: .backUp))
    }
    return findings
  }

  private static func unusable(_ backup: UserStoreBackupHealth) -> Finding? {
    backup.problem.map {
      .note(
        backup.path, "this backup can't be used (\($0))",
        remedy: "delete it once you are sure that nothing is missing: a recovery reads what it can of a damaged one")
    }
  }
}
