package import ComponentModel
internal import SQLite

extension UserStore {
  /// Begins the store at a path anew, on purpose. The former one, which is recovered first if it is damaged, is verified and
  /// set aside whole; backups of it don't count any more.
  ///
  /// - Returns: where the former store is now, and what is in it; nil if there was none, or nothing in it.
  package static func forget(
    _ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void
  ) throws -> ForgottenUserData? {
    if UserStoreInspection(path).isAbsent { return nil }
    // Recovers, migrates and closes it.
    let content = try UserStore(path, rules: rules, notice: notice).verified()
    guard content.entries + content.uses > 0 else { return nil }
    return try StoreLock(.userStore, path).exclusively {
      let file = StoreFile(kind: .userStore, path: path)
      let examined = UserStoreInspection(path)
      guard examined.problem == nil, let content = examined.content else {
        throw examined.problem ?? StoreError(.unreadable, .userStore, path: path, detail: "it is gone")
      }
      try buildSuccessor(of: file, rules, after: content.revision)
      guard let aside = try file.giveWay(to: .begun) else { return nil }
      try backUpFresh(file)
      return ForgottenUserData(path: aside, content: content)
    }
  }

  /// Backs an empty store up: the next recovery must find that nothing was there.
  static func backUpFresh(_ file: StoreFile) throws {
    try UserStoreBackup(file.path).make(of: try file.openForWriting().connection)
  }

  private static func buildSuccessor(of file: StoreFile, _ rules: any TextRules, after revision: Int) throws {
    let unfinished = StoreFile(kind: file.kind, path: file.path + ".restoring")
    unfinished.removeFiles()
    do {
      try unfinished.build { connection in
        try UserWriter.transaction(connection, rules: rules) { writer in
          try writer.log.recordReset()
          try writer.raise(revision: revision, first: revision + 1)
        }
      }
      try unfinished.move(to: file.successor(.begun).path)
    } catch {
      unfinished.removeFiles()
      throw error
    }
  }

  /// What is in the store, every page and row of which is sound.
  private func verified() throws -> UserStoreContent {
    try reading { try UserStoreInspection.content(of: $0, path) }
  }
}
