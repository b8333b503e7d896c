internal import Linux

/// A folder of this process's own with a copy of a manifest, for as long as it is needed.
struct PrivateBundle {
  private let folder: TemporaryDirectory
  var path: String { folder.path }

  /// Writes a manifest that means what the bytes mean at another place.
  ///
  /// - Parameter base: URI of that place.
  init(manifest: UnsafeRawBufferPointer, base: String) throws(SystemError) {
    folder = try Self.folder()
    let file = try FileDescriptor(folder.path + "/manifest.ttl", for: .writing, options: [.create, .exclusive])
    try file.writeAll(Array("@base <\(base)> .\n".utf8))
    try file.writeAll(Self.withoutMark(manifest))
  }

  /// In memory, where Linux has a place for that.
  private static func folder() throws(SystemError) -> TemporaryDirectory {
    let prefix = "aucat-manifest"
    if let folder = try? TemporaryDirectory(prefix: prefix, in: "/dev/shm") { return folder }
    return try TemporaryDirectory(prefix: prefix)
  }

  /// A byte order mark is only valid at the beginning of a file.
  private static func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: bytes[3...]) : bytes
  }
}
