internal import Glibc

/// A file that is written beside the one that it replaces, and takes its name when it is complete: what had the name before
/// stays until then, and its permissions after.
///
/// A symbolic link stays, and what it leads to is replaced. What is no regular file, such as a pipe or `/dev/null`, is written
/// as it is.
public final class ReplacedFile {
  /// Why a file can't be made or replaced: `errno`.
  public struct Failure: Error, Hashable, Sendable {
    /// `errno`.
    public var number: Int32
    /// The operating system's words.
    public var reason: String { String(cString: strerror(number)) }

    /// Whether a folder is in the place of the file.
    public var isFolder: Bool { number == EISDIR }

    /// The error with a number.
    public init(number: Int32) { self.number = number }
  }

  /// To write by. It is closed with this object.
  public let descriptor: Int32
  private let path: String
  private let place: String
  private var isFinished = false

  /// Makes the new file.
  ///
  /// - Parameter mode: the permissions of a file that was not there, before the process's mask.
  public init(_ name: String, mode: UInt32 = 0o666) throws(Failure) {
    path = FileLink.target(name)
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere && status.st_mode & S_IFMT != S_IFREG {
      place = path
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    } else {
      if isThere && access(path, W_OK) != 0 { throw Failure(number: errno) }
      place = Self.unfinished(path)
      descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      if isThere && descriptor >= 0 {
        // Only root may give a file away; the permissions are what matters.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        fchmod(descriptor, status.st_mode & 0o7777)
      }
    }
    guard descriptor >= 0 else { throw Failure(number: errno) }
  }

  deinit {
    close(descriptor)
    if !isFinished && place != path { unlink(place) }
  }

  /// A name beside the file's, no longer than a name may be, that ends like it.
  private static func unfinished(_ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var name = path.dropFirst(folder.count)
    let ending = ".\(getpid())-\(UInt32.random(in: 0...UInt32.max)).unfinished"
    while !name.isEmpty && name.utf8.count + ending.utf8.count > Int(NAME_MAX) { name = name.dropLast() }
    return folder + name + ending
  }

  /// Writes all of the bytes at the end.
  public func write(_ bytes: [UInt8]) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(number: errno) }
      done += count
    }
  }

  /// Waits until the disk has everything, and gives the file its name.
  public func finish() throws(Failure) {
    guard place != path else { return isFinished = true }
    guard fsync(descriptor) == 0, rename(place, path) == 0 else { throw Failure(number: errno) }
    isFinished = true
  }
}
