internal import Glibc

/// An open file's descriptor with every error seen; closed at the end of its life.
final class FileBytes {
  /// For messages.
  let path: String
  private(set) var descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Opens a regular file for reading. Nothing else is waited for: a pipe without a writer would never open.
  static func reading(_ path: String) throws(AudioFileError) -> FileBytes {
    let descriptor = path.contains("\0") ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .reading(path, path.contains("\0") ? ENOENT : errno) }
    let file = FileBytes(path: path, descriptor: descriptor)
    try file.requireRegular()
    return file
  }

  /// A copy of a descriptor for reading; the caller keeps its own.
  static func reading(descriptor: Int32) throws(AudioFileError) -> FileBytes {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .reading("descriptor \(descriptor)", errno) }
    let file = FileBytes(path: "descriptor \(descriptor)", descriptor: copy)
    try file.requireRegular()
    return file
  }

  /// Makes a file, or empties one.
  static func writing(_ path: String) throws(AudioFileError) -> FileBytes {
    // Without waiting: a pipe that nobody reads is an error and no reason to stand still.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = path.contains("\0") ? -1 : open(path, flags, 0o666)
    guard descriptor >= 0 else { throw .writing(path, path.contains("\0") ? EINVAL : errno) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return FileBytes(path: path, descriptor: descriptor)
  }

  /// A copy of a descriptor for writing; the caller keeps its own.
  static func writing(descriptor: Int32) throws(AudioFileError) -> FileBytes {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .writing("descriptor \(descriptor)", errno) }
    return FileBytes(path: "descriptor \(descriptor)", descriptor: copy)
  }

  private func requireRegular() throws(AudioFileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno) }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil as String?
      case S_IFDIR: "a directory"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let kind { throw AudioFileError(.notAFile, path: path, detail: kind) }
  }

  /// The file's size in bytes.
  func size() throws(AudioFileError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno) }
    return Int64(status.st_size)
  }

  /// Fills memory from a place in the file; the result is smaller only at the file's end.
  func read(_ target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioFileError) -> Int {
    var done = 0
    while done < target.count, let base = target.baseAddress {
      let count = pread(descriptor, base + done, target.count - done, off_t(offset) + off_t(done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .reading(path, errno) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// The bytes at a place in the file; fewer only at the file's end.
  func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { memory in
      Result { () throws(AudioFileError) in try read(memory, at: offset) }
    }
    bytes.removeLast(count - (try result.get()))
    return bytes
  }

  /// Whether places in the file can be written again. A pipe's can't, and what is opened to append goes to the end.
  var canRewrite: Bool {
    lseek(descriptor, 0, SEEK_CUR) >= 0 && fcntl(descriptor, F_GETFL) & O_APPEND == 0
  }

  /// Where the next `write` goes; 0 where there are no places.
  var position: Int64 { Int64(max(0, lseek(descriptor, 0, SEEK_CUR))) }

  /// Writes all bytes where the last writing ended.
  func write(_ source: UnsafeRawBufferPointer) throws(AudioFileError) {
    try write(source) { Glibc.write(self.descriptor, $0, $1) }
  }

  /// Writes all bytes at a place in the file.
  func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(AudioFileError) {
    var place = off_t(offset)
    try write(source) {
      let count = pwrite(self.descriptor, $0, $1, place)
      place += off_t(max(0, count))
      return count
    }
  }

  private func write(
    _ source: UnsafeRawBufferPointer, _ call: (UnsafeRawPointer, Int) -> Int
  ) throws(AudioFileError) {
    var done = 0
    while done < source.count, let base = source.baseAddress {
      let count = call(base + done, source.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .writing(path, errno) }
      done += count
    }
  }

  /// Closes the file; some file systems say only now that there was no room.
  func close() throws(AudioFileError) {
    guard descriptor >= 0 else { return }
    let failed = Glibc.close(descriptor) != 0
    let number = errno
    descriptor = -1
    if failed && number != EINTR { throw .writing(path, number) }
  }
}
