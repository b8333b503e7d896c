internal import Glibc

/// A copy of a store, with its write-ahead log, that only this process reads: deleted when it is let go.
final class PrivateCopy: Sendable {
  private let folder: String
  /// The copy's path.
  var path: String { folder + "/store.sqlite" }

  /// Copies a store into a new folder of `TMPDIR`.
  init(of file: StoreFile) throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/aucat-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError(.unreadable, file.kind, path: file.path, detail: "no private copy: \(StoreFile.reason)")
    }
    folder = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    for ending in ["", "-wal"] where ending.isEmpty || StoreFile.status(file.path + ending) != nil {
      guard copyFile(file.path + ending, to: path + ending) else {
        throw StoreError(.unreadable, file.kind, path: file.path, detail: "no private copy: \(StoreFile.reason)")
      }
    }
  }

  deinit { forgetNames() }

  /// Deletes the files' names. A connection that has read them keeps the files, until the process ends however it does.
  func forgetNames() {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    rmdir(folder)
  }
}

/// Copies a file's bytes to a new file that only its owner may read, and waits until the disk has them.
///
/// - Returns: whether all of it was done; `errno` says what was wrong.
func copyFile(_ source: String, to target: String) -> Bool {
  let input = open(source, O_RDONLY | O_CLOEXEC)
  let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  defer {
    close(input)
    close(output)
  }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(input, &buffer, buffer.count)
    if count == 0 { return fsync(output) == 0 }
    guard count > 0, write(output, buffer, count) == count else { return false }
  }
}
