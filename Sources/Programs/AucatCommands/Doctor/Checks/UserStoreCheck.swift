internal import AudioComponents
internal import Linux

/// The user store, checked completely.
enum UserStoreCheck: Check {
  static let name = "user store"

  static func findings(_ checkup: Checkup) -> [Finding] {
    guard let health = checkup.userStore else {
      return [
        .problem(nil, "there is no place for your own data", remedy: "set HOME, XDG_DATA_HOME or AUCAT_USER_STORE")
      ]
    }
    return [state(health), rights(health)].compactMap(\.self) + health.setAside.map(setAside)
  }

  /// The finding if the user can't write to the store: a change needs its file and its folder.
  private static func rights(_ health: UserStoreHealth) -> Finding? {
    guard health.state == .sound || health.state == .absent else { return nil }
    if Path.canMake(health.path), !Path.exists(health.path) || Path.isWritable(health.path) { return nil }
    return .problem(
      health.path, "you can't write to it, so your tags, marks and saved searches can't be stored",
      remedy: "make it and its folder writable, or set XDG_DATA_HOME or AUCAT_USER_STORE to a place of your own")
  }

  private static func state(_ health: UserStoreHealth) -> Finding? {
    switch health.state {
    case .sound, .absent: nil
    case .damaged(let detail):
      .problem(
        health.path, "it can't be used (\(detail))", remedy: restoration(health.path), fix: .openUserStore)
    case .foreign(let detail):
      .problem(
        health.path, "it is not a store of aucat (\(detail))", remedy: "set AUCAT_USER_STORE to another path")
    case .newer(let detail):
      .problem(health.path, "it was made by a newer aucat (\(detail))", remedy: "update aucat")
    case .unreachable(let detail):
      .problem(
        health.path, "it can't be reached (\(detail)), so your data is neither found nor stored",
        remedy: "mount its disk, create what is missing, or remove that link")
    case .unreadable(let detail) where Path.isDirectory(health.path):
      .problem(
        health.path, "it can't be read (\(detail))",
        remedy: "move the directory away, or set AUCAT_USER_STORE to another path")
    case .unreadable(let detail):
      .problem(health.path, "it can't be read (\(detail))", remedy: "check its permissions and its disk")
    }
  }

  private static func restoration(_ path: String) -> String {
    let start = Path.canMake(path) ? "" : "make its folder and disk writable; "
    return start
      + "the next command that needs it restores the best backup and everything still readable; --fix does so now"
  }

  private static func setAside(_ path: String) -> Finding {
    .note(path, "this store was set aside", remedy: "delete it once you are sure that nothing is missing")
  }
}

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
        remedy: "delete it once you are sure that nothing is missing: a recovery can still use parts of a damaged one")
    }
  }
}

/// Tags of components that are not installed.
enum OrphanTagCheck: Check {
  static let name = "waiting tags"

  static func findings(_ checkup: Checkup) throws -> [Finding] {
    guard checkup.components != nil, checkup.userStore?.state == .sound else { return [] }
    let orphans = try checkup.manager.orphanTags()
    guard !orphans.isEmpty else { return [] }
    let components = Set(orphans.flatMap(\.uris)).count
    let tags = Count.text(orphans.count, "tag waits", plural: "tags wait")
    return [
      .note(
        nil,
        "\(tags) for \(components == 1 ? "a component that is" : "\(components) components that are") not installed",
        remedy: "`aucat tags --orphans` lists them; they return with their component")
    ]
  }
}
