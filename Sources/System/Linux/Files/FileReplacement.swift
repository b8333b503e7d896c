internal import Glibc

/// A file that is written beside the one that it replaces, and takes its name when it is complete: the old file stays
/// until then, and its permissions are carried over.
///
/// A symbolic link stays, and its target is replaced. Anything but a regular file, such as a pipe or `/dev/null`, is
/// written directly. A file that is never finished leaves nothing behind.
///
/// What another user may have put into a folder such as `/tmp` is neither followed nor written to (``SharedFolder``).
package final class FileReplacement {
  /// The descriptor to write to. It is closed with this object.
  package let descriptor: FileDescriptor
  private let path: String
  private let place: String
  private var isFinished = false

  /// Creates the new file.
  ///
  /// - Parameter permissions: the permissions of a file that didn't exist, before the umask is applied.
  /// - Throws: `EACCES` for another user's link, file or pipe in a folder that everybody can write to, and other errors of
  ///   the system.
  package init(_ name: String, permissions: UInt32 = 0o666) throws(SystemError) {
    path = try Path.followingTrustedLinks(name)
    Self.removeAbandoned(beside: path)
    guard let old = try? FileStatus(path) else {
      place = Self.unfinished(path)
      descriptor = try Self.make(place, permissions)
      return
    }
    // As the kernel has it, devices are exempt: /dev/shm is such a folder, and only root makes devices.
    if old.isRegular || old.kind == .pipe { try SharedFolder.check(old, in: LexicalPath.folder(of: path)) }
    guard old.isRegular else {
      place = path
      descriptor = try FileDescriptor(path, for: .writing, options: .noFollow)
      return
    }
    try Path.checkWritable(path)
    place = Self.unfinished(path)
    descriptor = try Self.make(place, permissions)
    // Only root may give a file away, so this may fail; the permissions are what matters.
    _ = fchown(descriptor.number, old.owner, old.group)
    fchmod(descriptor.number, old.permissions)
  }

  deinit { if !isFinished && place != path { unlink(place) } }

  private static func make(_ place: String, _ permissions: UInt32) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(
      place, for: .readingAndWriting, options: [.create, .exclusive, .noFollow], permissions: permissions)
    // Shows that the process that created it is still running; a file system without locks lacks only this sign.
    flock(file.number, LOCK_EX | LOCK_NB)
    return file
  }

  /// A path in the same folder, whose name begins with the file's, cut off if the whole would be too long.
  private static func unfinished(_ path: String) -> String {
    var name = LexicalPath.name(of: path)
    let ending = ".\(getpid())-\(UInt32.random(in: 0...UInt32.max)).unfinished"
    while !name.isEmpty && name.utf8.count + ending.utf8.count > Int(NAME_MAX) { name.unicodeScalars.removeLast() }
    return LexicalPath.sibling(of: path, named: name + ending)
  }

  /// Appends all of the bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try descriptor.writeAll(bytes) }

  /// Waits until the disk has everything, and gives the file its name.
  package func finish() throws(SystemError) {
    if place != path {
      try descriptor.synchronize()
      try SystemCall.run { rename(place, path) }
    }
    isFinished = true
  }
}

/// Files that a killed program has left behind.
extension FileReplacement {
  /// Deletes unfinished replacements of a file, if the processes that created them have ended.
  package static func removeAbandoned(beside path: String) {
    let prefix = (LexicalPath.name(of: path) + ".").utf8
    for entry in DirectoryReader.entries(of: LexicalPath.folder(of: path)) where entry.name.utf8.starts(with: prefix) {
      guard let maker = maker(entry.name.utf8.dropFirst(prefix.count)), ProcessNumber.isFree(maker) else { continue }
      let unfinished = LexicalPath.sibling(of: path, named: entry.name)
      // That process may run in another container, where processes have other numbers, but locks work across
      // containers.
      guard let file = try? FileDescriptor(unfinished, for: .reading, options: [.noFollow, .nonBlocking]),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(unfinished)
    }
  }

  /// The process that has created a file whose name ends in `NUMBER-RANDOM.unfinished`; nil for any other name.
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
