internal import Glibc

/// A file that is written beside the one that it replaces, and takes its name when it is complete: the old file stays until
/// then, and its permissions stay after.
///
/// A symbolic link stays, and what it leads to is replaced. What is no regular file, such as a pipe or `/dev/null`, is written
/// directly. A file that is never finished leaves nothing behind.
package final class FileReplacement {
  /// What to write to. It is closed with this object.
  package let descriptor: FileDescriptor
  private let path: String
  private let place: String
  private var isFinished = false

  /// Makes the new file.
  ///
  /// - Parameter permissions: of a file that didn't exist, before the process's mask.
  package init(_ name: String, permissions: UInt32 = 0o666) throws(SystemError) {
    path = Path.followingLinks(name)
    Self.removeAbandoned(beside: path)
    guard let old = try? FileStatus(path) else {
      place = Self.unfinished(path)
      descriptor = try Self.make(place, permissions)
      return
    }
    guard old.isRegular else {
      place = path
      descriptor = try FileDescriptor(path, for: .writing)
      return
    }
    try Path.checkWritable(path)
    place = Self.unfinished(path)
    descriptor = try Self.make(place, permissions)
    // Only root may give a file away; the permissions are what matters.
    _ = fchown(descriptor.number, old.owner, old.group)
    fchmod(descriptor.number, old.permissions)
  }

  deinit { if !isFinished && place != path { unlink(place) } }

  private static func make(_ place: String, _ permissions: UInt32) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(
      place, for: .readingAndWriting, options: [.create, .exclusive, .noFollow], permissions: permissions)
    // Shows that the maker lives; a file system without locks loses nothing but that.
    flock(file.number, LOCK_EX | LOCK_NB)
    return file
  }

  /// A name beside the file's, no longer than a name may be, that ends like it.
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
