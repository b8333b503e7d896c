internal import StoreFiles
package import ComponentModel
internal import SQLite

extension UserStore {
  /// Starts the store at a path anew, on purpose. The former one, which is first recovered if it is damaged, is
  /// verified and set aside whole; its backups are no longer restored.
  ///
  /// - Returns: the former store's new path and its content; nil if there was none, or if it was empty.
  package static func forget(
    _ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void
  ) throws -> ForgottenUserData? {
    if UserStoreInspection(path, rules).isAbsent { return nil }
    // This recovers, reads and closes the store.
    let content = try UserStore(path, rules: rules, notice: notice).reading {
      try UserStoreInspection.content(of: $0, path, rules)
    }
    guard content.entries + content.uses > 0 else { return nil }
    return try StoreLock(.userStore, path).exclusively {
      let file = StoreFile(kind: .userStore, path: path)
      let examined = UserStoreInspection(path, rules)
      guard examined.problem == nil, let content = examined.content else {
        throw examined.problem ?? StoreError(.unreadable, .userStore, path: path, detail: "it is gone")
      }
      try buildSuccessor(of: file, rules, after: content.revision)
      guard let aside = try file.giveWay(to: .begun) else { return nil }
      try backUp(file, rules)
      return ForgottenUserData(path: aside, content: content)
    }
  }

  /// Backs up a store that has just been put in place, empty or restored, so that the next recovery begins with this
  /// state.
  static func backUp(_ file: StoreFile, _ rules: any TextRules) throws {
    try UserStoreBackup(file.path, rules).make(of: try file.openForWriting().connection)
  }

  private static func buildSuccessor(of file: StoreFile, _ rules: any TextRules, after revision: Int) throws {
    let unfinished = StoreFile(kind: file.kind, path: file.path + StoreFile.successorEnding)
    try file.making(unfinished) {
      try unfinished.build { connection in
        try UserWriter.transaction(connection, rules: rules) { writer in
          try writer.log.recordReset()
          try writer.raise(revision: revision, first: revision + 1)
        }
      }
      try unfinished.move(to: file.successor(.begun).path)
    }
  }
}
