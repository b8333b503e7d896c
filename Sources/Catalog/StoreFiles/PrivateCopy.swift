internal import Linux
internal import SQLite

/// A copy of a store and its logs for this process only, deleted when it is released.
package final class PrivateCopy: Sendable {
  private let folder: TemporaryDirectory
  /// The path of the copy.
  package var path: String { folder.path + "/store.sqlite" }

  /// SQLite's files beside a database: the write-ahead log, and the rollback journal.
  package static let companions = ["-wal", "-journal"]
  /// The number of attempts to copy a store that keeps changing.
  private static let attempts = 10

  /// Copies a store into a new folder of `TMPDIR`.
  ///
  /// - Throws: ``StoreError``; its code ``StoreError/Code/full`` means that there is no room for the copy.
  package init(of file: StoreFile) throws {
    do throws(SystemError) {
      folder = try TemporaryDirectory(prefix: "aucat")
      let path = folder.path + "/store.sqlite"
      for _ in 0..<Self.attempts {
        let before = StoreStamp(file.path)
        try Self.copy(file.path, to: path)
        // If another process moved pages from the log to the file in the meantime, the copy may lack them.
        if before.isCurrent { break }
      }
    } catch {
      var failure = StoreError(error, file.kind, path: file.path)
      if error.isDiskFull { failure.code = .full }
      failure.detail = "no private copy: \(error)"
      throw failure
    }
  }

  private static func copy(_ source: String, to target: String) throws(SystemError) {
    try? Path.remove(target)
    try copyDatabase(source, to: target)
    for ending in companions {
      try? Path.remove(target + ending)
      if Path.exists(source + ending) { try copyFile(source + ending, to: target + ending) }
    }
  }

  /// Copies the store's own file, which connections of this process may have locked.
  private static func copyDatabase(_ source: String, to target: String) throws(SystemError) {
    let output = try FileDescriptor(target, for: .writing, options: [.create, .exclusive])
    let input = try opened(source)
    var offset = 0
    while case let bytes = try portion(of: input, at: offset), !bytes.isEmpty {
      try output.writeAll(bytes)
      offset += bytes.count
    }
    try output.synchronize()
  }

  private static func opened(_ path: String) throws(SystemError) -> DatabaseFile {
    do throws(DatabaseFile.Failure) {
      return try DatabaseFile(path)
    } catch {
      throw SystemError(error.systemError)
    }
  }

  private static func portion(of file: borrowing DatabaseFile, at offset: Int) throws(SystemError) -> [UInt8] {
    do throws(DatabaseFile.Failure) {
      return try file.bytes(at: offset, count: 1 << 16)
    } catch {
      throw SystemError(error.systemError)
    }
  }

  /// Unlinks the files. A connection that has them open can still use them, and the disk space is freed when the
  /// process exits, even if it crashes.
  package func forgetNames() { folder.remove() }
}

/// Copies a file to a new file that only its owner may read, and syncs it to the disk.
func copyFile(_ source: String, to target: String) throws(SystemError) {
  let input = try FileDescriptor(source, for: .reading)
  let output = try FileDescriptor(target, for: .writing, options: [.create, .exclusive])
  var portion = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = try input.read(into: &portion), count > 0 {
    // SAFETY: `read` has filled this many bytes of the portion.
    try portion.withUnsafeBufferPointer { bytes throws(SystemError) in
      try output.writeAll(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
    }
  }
  try output.synchronize()
}
