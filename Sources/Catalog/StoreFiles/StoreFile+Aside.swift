internal import Linux

/// Sets a store aside, and replaces it with another.
extension StoreFile {
  /// Renames the file and its companions, adding a timestamp.
  ///
  /// - Returns: its new path.
  package func setAside(_ word: String) throws -> String {
    let aside = freeName(word)
    do throws(SystemError) { try Path.rename(path, to: aside) } catch {
      throw StoreError(.damaged, kind, path: path, detail: "\(error)")
    }
    moveCompanions(to: aside)
    return aside
  }

  /// Deletes the files that ``setAside(_:)`` has set aside with this word, except the newest `count`.
  package func removeAside(_ word: String, keeping count: Int) {
    for file in filesAside(word).dropFirst(count) { file.removeFiles() }
  }

  /// The files that ``setAside(_:)`` has set aside with this word, the newest first.
  package func filesAside(_ word: String) -> [StoreFile] {
    let prefix = "\(LexicalPath.name(of: path)).\(word)-"
    let names = DirectoryReader.entries(of: Self.parent(path)).map(\.name).filter { $0.hasPrefix(prefix) }
    let files = names.filter { name in !PrivateCopy.companions.contains { name.hasSuffix($0) } }
    // The times are compared as numbers, since names of different lengths would sort differently.
    let sorted = files.sorted { (Self.age($0), $0) > (Self.age($1), $1) }
    return sorted.map { StoreFile(kind: kind, path: "\(Self.parent(path))/\($0)") }
  }

  /// The time in the name of a file that was set aside.
  private static func age(_ name: String) -> Int {
    Int(name.split(separator: "-").last?.prefix { $0.isNumber } ?? "") ?? 0
  }

  /// A store that replaces another one.
  package enum Successor: String, CaseIterable {
    /// The recoverable content of a store that was damaged or lost.
    case restored
    /// A new store, because the user gave up the former one.
    case begun

    /// The word in the former store's new name.
    var word: String { self == .restored ? "damaged" : "forgotten" }
  }

  /// The ending of a successor's path while it is being built.
  package static let successorEnding = ".restoring"
  /// The endings of successors' paths, complete or not.
  package static let endingsOfSuccessors = [successorEnding] + Successor.allCases.map { ".\($0.rawValue)" }

  /// A complete store that replaces this one. It has this name from the moment when it is complete until it gets the
  /// store's own, so that any process that finds it can finish what was interrupted.
  package func successor(_ successor: Successor) -> StoreFile {
    StoreFile(kind: kind, path: "\(path).\(successor.rawValue)")
  }

  /// The complete successor of a replacement that was interrupted; nil if there is none.
  package var waitingSuccessor: Successor? { Successor.allCases.first { Path.exists(successor($0).path) } }

  /// Replaces the store with a successor. If there was a store at the path, there is one at every moment.
  ///
  /// - Returns: the former file's new path; nil if there was none.
  package func giveWay(to successor: Successor) throws -> String? {
    let aside = try linkAside(successor.word)
    // The logs move before the new file gets the name, because SQLite would apply them to it.
    moveCompanions(to: aside ?? freeName("stray"))
    try self.successor(successor).move(to: path)
    return aside
  }

  /// Sets aside a successor that is not an intact store.
  ///
  /// - Returns: its new path, which is named like that of a damaged store.
  package func setAside(_ successor: Successor) throws -> String {
    let aside = freeName(Successor.restored.word)
    try self.successor(successor).move(to: aside)
    self.successor(successor).moveCompanions(to: aside)
    return aside
  }

  /// Gives the file a second name and returns it, or the one that an interrupted replacement gave it; nil if there is
  /// no file.
  private func linkAside(_ word: String) throws -> String? {
    guard let status = Self.status(path) else { return nil }
    if let known = try UserStoreTraces(path: path).setAside(word).first(where: {
      Self.status($0)?.identity == status.identity
    }) {
      return known
    }
    let aside = freeName(word)
    if (try? Path.addName(aside, to: path)) != nil { return aside }
    // The file system may not support hard links.
    do throws(SystemError) {
      try copyFile(path, to: aside)
      return aside
    } catch {
      try? Path.remove(aside)
      throw StoreError(error.isDiskFull ? .full : .unwritable, kind, path: path, detail: "\(aside): \(error)")
    }
  }

  private func moveCompanions(to aside: String) {
    for ending in PrivateCopy.companions where (Self.status(path + ending)?.size ?? 0) > 0 {
      try? Path.rename(path + ending, to: aside + ending)
    }
    for ending in PrivateCopy.companions + ["-shm"] { try? Path.remove(path + ending) }
  }
}
