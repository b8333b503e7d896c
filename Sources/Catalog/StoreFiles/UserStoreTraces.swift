internal import Linux

/// Traces of a user store in a place: its backups, and damaged stores that were set aside.
package struct UserStoreTraces {
  /// The path of the store.
  private let path: String

  /// The traces of the store at a path.
  package init(path: String) { self.path = path }

  /// Whether there are any traces.
  ///
  /// - Throws: ``StoreError`` if that can't be determined: then a store must not be considered new.
  var hasAny: Bool {
    get throws { try !backups().isEmpty || !setAside().isEmpty }
  }

  /// The folder with its backups.
  package var backupFolder: String { path + ".backups" }

  /// Paths of its backups; none if there is no folder.
  ///
  /// - Throws: ``StoreError`` if the folder can't be listed: a recovery that took its backups for missing would do
  ///   without them.
  package func backups() throws -> [String] { try backups { $0.hasPrefix("2") && $0.hasSuffix(".sqlite") } }

  /// Paths of backups that were never finished.
  ///
  /// - Throws: as ``backups()``.
  package func unfinishedBackups() throws -> [String] { try backups { $0.hasPrefix("unfinished") } }

  private func backups(where isWanted: (String) -> Bool) throws -> [String] {
    try Self.names(in: backupFolder, of: path, where: isWanted).sorted().map { "\(backupFolder)/\($0)" }
  }

  /// Paths of stores that were set aside with a word, without their logs, the newest first.
  package func setAside(_ word: String = StoreFile.Successor.restored.word) throws -> [String] {
    let own = name
    let isOwn = { (other: String) in
      other.hasPrefix("\(own).\(word)-") && !PrivateCopy.companions.contains { other.hasSuffix($0) }
    }
    return try names(beside: isOwn).sorted(by: >)
  }

  /// Paths of all files beside the store whose names begin with the store's name followed by one of these words.
  package func beside(_ words: [String]) -> [String] {
    let own = name
    let found = try? names(beside: { other in words.contains { other.hasPrefix(own + $0) } })
    return (found ?? []).sorted()
  }

  private var name: String { LexicalPath.name(of: path) }

  private func names(beside isWanted: (String) -> Bool) throws -> [String] {
    let folder = StoreFile.parent(path)
    return try Self.names(in: folder, of: path, where: isWanted).map { "\(folder)/\($0)" }
  }

  /// Names in a folder of the store at a path; none if there is no such folder.
  ///
  /// - Throws: ``StoreError`` if it can't be listed to its end.
  private static func names(in folder: String, of store: String, where isWanted: (String) -> Bool) throws -> [String] {
    do throws(SystemError) {
      var reader = try DirectoryReader(folder)
      var names: [String] = []
      while let entry = try reader.next() { if isWanted(entry.name) { names.append(entry.name) } }
      return names
    } catch {
      if error.isMissing { return [] }
      throw StoreError(.unreadable, .userStore, path: store, detail: "\(folder): \(error)")
    }
  }
}
