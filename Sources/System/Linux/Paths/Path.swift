internal import CLinux
internal import Glibc

/// Questions about a path that only the file system can answer.
package enum Path {
  /// The path without symbolic links: `realpath(3)`. This throws if the path leads nowhere, or in a circle.
  package static func canonical(_ path: String) throws(SystemError) -> String {
    // SAFETY: realpath allocates the result, which ends with a null byte and is freed here.
    guard let resolved = realpath(path, nil) else { throw .current }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The working directory: `getcwd(3)`.
  package static func working() throws(SystemError) -> String {
    // SAFETY: getcwd allocates the result, which ends with a null byte and is freed here.
    guard let path = getcwd(nil, 0) else { throw .current }
    defer { free(path) }
    return String(cString: path)
  }

  /// The final target of a symbolic link, even if it doesn't exist yet; the path itself if it isn't a link.
  package static func followingLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = linkTarget(path) else { return path }
      path = LexicalPath.isAbsolute(target) ? target : LexicalPath.sibling(of: path, named: target)
    }
    return path
  }

  /// The final target of a symbolic link, for a caller that is about to write there: ``followingLinks(_:)``, which throws
  /// `EACCES` at a link that another user may have planted (``SharedFolder``), and `ELOOP` at a circle.
  package static func followingTrustedLinks(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = try trustedTarget(path) else { return path }
      path = LexicalPath.isAbsolute(target) ? target : LexicalPath.sibling(of: path, named: target)
    }
    throw SystemError(ELOOP)
  }

  /// As many links as the kernel follows.
  private static let mostLinks = 40

  /// The content of a symbolic link that can be trusted; nil if the path isn't a link.
  private static func trustedTarget(_ path: String) throws(SystemError) -> String? {
    // Held open, so that the link whose owner is checked is the one that is read.
    let entry = FileDescriptor(owning: aucatReferToEntry(path))
    guard let status = try? FileStatus(of: entry), status.kind == .symbolicLink else { return nil }
    try SharedFolder.check(status, in: LexicalPath.folder(of: path))
    return linkTarget("", in: entry.number)
  }

  /// The content of a symbolic link; nil if the path isn't a link.
  ///
  /// - Parameter directory: the descriptor that a relative path starts at or, with an empty path, the link itself.
  static func linkTarget(_ path: String, in directory: Int32 = AT_FDCWD) -> String? {
    let capacity = Int(PATH_MAX)
    // SAFETY: readlinkat writes no more than `capacity` bytes, and returns how many it wrote.
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
      count = memory.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { max(0, readlinkat(directory, path, $0, capacity)) } ?? 0
      }
    }
    return bytes.isEmpty || bytes.count == capacity ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The directory that a path lies in, or the nearest one above it that exists: where changes can be watched.
  ///
  /// - Parameter path: the path of a file or directory that need not exist.
  package static func existingFolder(above path: String) -> String {
    let folder = LexicalPath.folder(of: path)
    return folder == "/" || folder == "." || isDirectory(folder) ? folder : existingFolder(above: folder)
  }

  /// Renames a file, replacing any file of the new name: `rename(2)`.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    try SystemCall.run { Glibc.rename(path, other) }
  }

  /// Removes a file's name, and the file with its last name: `unlink(2)`.
  package static func remove(_ path: String) throws(SystemError) {
    try SystemCall.run { unlink(path) }
  }

  /// Creates a symbolic link to another path, which need not exist: `symlink(2)`.
  package static func link(_ path: String, to other: String) throws(SystemError) {
    try SystemCall.run { symlink(other, path) }
  }

  /// Whether anything exists at the path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
  /// Whether this process may read the path.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
  /// Whether this process may write to the path.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  /// Throws the reason why this process may not write to the path.
  package static func checkWritable(_ path: String) throws(SystemError) { try SystemCall.run { access(path, W_OK) } }
  /// Whether this process may create a file at a path where nothing exists, with the directories missing on the way
  /// there.
  package static func canMake(_ path: String) -> Bool {
    var folder = path
    repeat { folder = LexicalPath.folder(of: folder) } while folder != "/" && folder != "." && !exists(folder)
    return isDirectory(folder) && access(folder, W_OK | X_OK) == 0
  }

  /// Whether the path is a file that this process may run.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && isRegular(path) }
  /// Whether the path is a directory, or a link to one.
  package static func isDirectory(_ path: String) -> Bool { (try? FileStatus(path))?.isDirectory ?? false }
  /// Whether the path is a regular file, or a link to one.
  package static func isRegular(_ path: String) -> Bool { (try? FileStatus(path))?.isRegular ?? false }
}

/// Creating and removing directories, and second names of files.
extension Path {
  /// Creates a directory: `mkdir(2)`. An existing entry of that name stays, and isn't an error.
  ///
  /// - Parameter permissions: its permissions, before the umask is applied.
  package static func makeFolder(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
    do throws(SystemError) {
      try SystemCall.run { mkdir(path, mode_t(permissions)) }
    } catch {
      if !error.isExisting { throw error }
    }
  }

  /// Removes an empty directory: `rmdir(2)`.
  package static func removeFolder(_ path: String) throws(SystemError) {
    try SystemCall.run { rmdir(path) }
  }

  /// Gives a file a second name, which must not exist yet: a hard link, `link(2)`.
  package static func addName(_ name: String, to path: String) throws(SystemError) {
    try SystemCall.run { Glibc.link(path, name) }
  }
}

/// A symbolic link on the way to a path that leads nowhere, for example because a disk is not mounted.
package struct BrokenLink: Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let target: String

  /// Looks for one on the way to a path, from its first component on.
  ///
  /// - Returns: nil if the path exists, or no link keeps it from being created.
  package init?(on path: String) {
    // Each search looks at both stores' paths, and joining slices would make the runtime build their types first.
    var part = LexicalPath.isAbsolute(path) ? "/" : ""
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      if !part.isEmpty && part != "/" { part += "/" }
      part += String(Substring(name))
      do throws(SystemError) {
        guard try FileStatus(part).isDirectory else { return nil }
      } catch {
        guard error.isMissing, let target = Path.linkTarget(part) else { return nil }
        (self.path, self.target) = (part, target)
        return
      }
    }
    return nil
  }

  package var description: String { "the link \(path) leads to \(target), which does not exist" }
}
