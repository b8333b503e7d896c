internal import Linux

/// A copy of a store and its write-ahead log for this process only, deleted when it is released.
final class PrivateCopy: Sendable {
  private let folder: TemporaryDirectory
  /// The copy's path.
  var path: String { folder.path + "/store.sqlite" }

  /// Copies a store into a new folder of `TMPDIR`.
  init(of file: StoreFile) throws {
    do throws(SystemError) {
      folder = try TemporaryDirectory(prefix: "aucat")
      for ending in ["", "-wal"] where ending.isEmpty || Path.exists(file.path + ending) {
        try copyFile(file.path + ending, to: path + ending)
      }
    } catch {
      throw StoreError(.unreadable, file.kind, path: file.path, detail: "no private copy: \(error)")
    }
  }

  /// Unlinks the files. A connection that has opened them keeps them until the process ends, however it ends.
  func forgetNames() { folder.remove() }
}

/// Copies a file to a new file that only its owner may read, and syncs it to the disk.
func copyFile(_ source: String, to target: String) throws(SystemError) {
  let input = try FileDescriptor(source, for: .reading)
  let output = try FileDescriptor(target, for: .writing, options: [.create, .exclusive])
  var portion = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = try input.read(into: &portion), count > 0 {
    try portion.withUnsafeBufferPointer { bytes throws(SystemError) in
      try output.writeAll(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
    }
  }
  try output.synchronize()
}
