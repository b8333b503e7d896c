internal import Linux

/// A private folder of this process with a copy of a manifest, for as long as it is needed.
///
/// The copy is in memory that is freed when the process exits, even if it crashes. The folder has only a link to it, so
/// it needs no room on a disk or in `/dev/shm`, and a process that is killed leaves only the folder with the link
/// behind, which a scan removes: see `ManifestCopies`.
struct PrivateBundle: ~Copyable {
  private let folder: TemporaryDirectory
  private let copy: FileDescriptor

  /// Writes a manifest that means what the bytes mean at another place.
  ///
  /// - Parameter base: URI of that place.
  init(manifest: UnsafeRawBufferPointer, base: String) throws(SystemError) {
    let folder = try Self.folder()
    let place = folder.path + "/manifest.ttl"
    // Without /proc, memory has no path.
    let hasPath = Path.exists("/proc/self/fd")
    let copy =
      hasPath
      ? try FileDescriptor(inMemory: "aucat manifest")
      : try FileDescriptor(place, for: .readingAndWriting, options: [.create, .exclusive])
    try copy.writeAll(Array("@base <\(base)> .\n".utf8))
    try copy.writeAll(Self.withoutMark(manifest))
    if hasPath { try Path.link(place, to: "/proc/self/fd/\(copy.number)") }
    self.copy = copy
    self.folder = folder
  }

  /// Runs `body` with the folder's path. Folder and copy stay until it returns.
  borrowing func use(_ body: (String) throws -> Void) rethrows { try body(folder.path) }

  /// Opens the copy once, as lilv will.
  borrowing func check() throws(SystemError) { _ = try FileDescriptor(folder.path + "/manifest.ttl", for: .reading) }

  /// Creates the folder, in memory if Linux has a place for that.
  private static func folder() throws(SystemError) -> TemporaryDirectory {
    if let folder = try? TemporaryDirectory(prefix: ManifestCopies.prefix, in: ManifestCopies.memory) { return folder }
    return try TemporaryDirectory(prefix: ManifestCopies.prefix)
  }

  /// The bytes without a byte order mark, which is only valid at the beginning of a file.
  private static func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // SAFETY: The result is a part of the same bytes, used while the caller's exist.
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: bytes[3...]) : bytes
  }
}
