internal import AudioComponents
internal import Linux

/// The store of what the user has entered, checked completely.
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

  /// A change needs the file and its folder.
  private static func rights(_ health: UserStoreHealth) -> Finding? {
    guard health.state == .sound || health.state == .absent else { return nil }
    if Path.canMake(health.path), !Path.exists(health.path) || Path.isWritable(health.path) { return nil }
    return .problem(
      health.path, "you can't write it, so your tags, marks and saved searches can't be stored",
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
      .problem(health.path, "a newer aucat has made it (\(detail))", remedy: "update aucat")
    case .unreachable(let detail):
      .problem(
        health.path, "it can't be reached (\(detail)), so what you have entered is neither found nor stored",
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
    return start + "the next command that needs it restores the best backup and what can be read; --fix does so now"
  }

  private static func setAside(_ path: String) -> Finding {
    .note(path, "this store was set aside", remedy: "delete it once you are sure that nothing is missing")
  }
}
