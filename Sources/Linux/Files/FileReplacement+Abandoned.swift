internal import Glibc

/// Files that a program which was killed has left.
extension FileReplacement {
  /// Deletes unfinished replacements of a file whose makers have ended.
  package static func removeAbandoned(beside path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let prefix = path.dropFirst(folder.count) + "."
    for entry in DirectoryReader.entries(of: folder.isEmpty ? "." : folder) where entry.name.hasPrefix(prefix) {
      guard let maker = maker(entry.name.dropFirst(prefix.count)), ProcessNumber.isFree(maker) else { continue }
      // The maker may live in another container, where processes have other numbers, but locks hold there too.
      guard let file = try? FileDescriptor(folder + entry.name, for: .reading, options: [.noFollow, .nonBlocking]),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(folder + entry.name)
    }
  }

  /// The process that has made a file of the form `NUMBER-RANDOM.unfinished`; nil for any other name.
  private static func maker(_ rest: Substring) -> pid_t? {
    guard rest.hasSuffix(".unfinished") else { return nil }
    let parts = rest.dropLast(11).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, UInt32(parts[1]) != nil, let maker = pid_t(parts[0]), maker > 0 else { return nil }
    return maker
  }
}
