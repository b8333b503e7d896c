internal import Glibc
internal import Linux

/// Setting a store aside, and giving its place to another.
extension StoreFile {
  /// Renames the file and its companions, adding a timestamp.
  ///
  /// - Returns: its new path.
  func setAside(_ word: String) throws -> String {
    let aside = freeName(word)
    guard rename(path, aside) == 0 else { throw StoreError(.damaged, kind, path: path, detail: Self.reason) }
    moveCompanions(to: aside)
    return aside
  }

  /// What takes a store's place.
  enum Successor: String, CaseIterable {
    /// What could be had of a store that was damaged or lost.
    case restored
    /// A new store, on purpose.
    case begun

    /// What the former store is called.
    var word: String { self == .restored ? "damaged" : "forgotten" }
  }

  /// A complete store that takes this one's place: it has this name from the moment when it is complete until it has the
  /// store's own, so that whoever finds it finishes what was interrupted.
  func successor(_ successor: Successor) -> StoreFile { StoreFile(kind: kind, path: "\(path).\(successor.rawValue)") }

  /// What is ready to take the store's place since that was interrupted; nil if nothing is.
  var waitingSuccessor: Successor? { Successor.allCases.first { Path.exists(successor($0).path) } }

  /// Gives the store's place to a successor. There is a store at the path at every moment, if there was one before.
  ///
  /// - Returns: where the former file is now; nil if there was none.
  func giveWay(to successor: Successor) throws -> String? {
    let aside = try linkAside(successor.word)
    // Before the new file gets the name, because SQLite would take the old one's log for its own.
    moveCompanions(to: aside ?? freeName("stray"))
    try self.successor(successor).move(to: path)
    return aside
  }

  /// Gives the file a second name.
  private func linkAside(_ word: String) throws -> String? {
    guard let status = Self.status(path) else { return nil }
    if let known = try UserStoreTraces(path).setAside(word).first(where: {
      Self.status($0)?.identity == status.identity
    }) {
      return known
    }
    let aside = freeName(word)
    if link(path, aside) == 0 { return aside }
    // A file system without hard links.
    do throws(SystemError) {
      try copyFile(path, to: aside)
      return aside
    } catch {
      unlink(aside)
      throw StoreError(error.isDiskFull ? .full : .unwritable, kind, path: path, detail: "\(aside): \(error)")
    }
  }

  private func moveCompanions(to aside: String) {
    for ending in PrivateCopy.companions where (Self.status(path + ending)?.size ?? 0) > 0 {
      rename(path + ending, aside + ending)
    }
    for ending in PrivateCopy.companions + ["-shm"] { unlink(path + ending) }
  }
}
