internal import Glibc

/// Files that a program which was killed has left.
extension FileReplacement {
  /// Deletes unfinished replacements of a file whose makers have ended.
  package static func removeAbandoned(beside path: String) {
    let prefix = (LexicalPath.name(of: path) + ".").utf8
    for entry in DirectoryReader.entries(of: LexicalPath.folder(of: path)) where entry.name.utf8.starts(with: prefix) {
      guard let maker = maker(entry.name.utf8.dropFirst(prefix.count)), ProcessNumber.isFree(maker) else { continue }
      let unfinished = LexicalPath.sibling(of: path, named: entry.name)
      // The maker may live in another container, where processes have other numbers, but locks hold there too.
      guard let file = try? FileDescriptor(unfinished, for: .reading, options: [.noFollow, .nonBlocking]),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(unfinished)
    }
  }

  /// The process that has made a file of the form `NUMBER-RANDOM.unfinished`; nil for any other name.
  private static func maker(_ rest: Substring.UTF8View) -> pid_t? {
    let ending = ".unfinished".utf8
    guard rest.suffix(ending.count).elementsEqual(ending) else { return nil }
    let parts = rest.dropLast(ending.count).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, UInt32(Substring(parts[1])) != nil, let maker = pid_t(Substring(parts[0])), maker > 0 else {
      return nil
    }
    return maker
  }
}
