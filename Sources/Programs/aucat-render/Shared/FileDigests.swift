internal import AudioComponents
internal import BundleReading
internal import Linux

/// Digests of files, each of which is read once.
struct FileDigests {
  private var known: [String: UInt64] = [:]

  /// The maximum size of a binary that is read, in bytes.
  private static let longest = 1 << 30

  /// The digest of a binary and of the Turtle that lies directly in a bundle. A file that can't be read, or that a scan would not
  /// read, counts as empty.
  mutating func digest(binary: String, bundle: String) -> UInt64 {
    let turtle = DirectoryReader.entries(of: bundle).map(\.name).filter { $0.hasSuffix(".ttl") }.sorted()
    var hash = StableHash()
    hash.add(binary)
    hash.add(digest(of: binary) { try Self.binary(binary) })
    let gate = FileGate(bundle: bundle)
    for path in turtle.map({ "\(bundle)/\($0)" }) {
      hash.add(path)
      hash.add(digest(of: path) { try gate.open(path) })
    }
    return hash.value
  }

  /// Opens a regular file: anything else may never end or answer.
  private static func binary(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(path, for: .reading, options: .nonBlocking)
    guard try FileStatus(of: file).isRegular else { throw .notSeekable }
    return file
  }

  private mutating func digest(of path: String, opened: () throws -> FileDescriptor) -> UInt64 {
    if let digest = known[path] { return digest }
    var hash = StableHash()
    // SAFETY: The buffer is used only during the call.
    ((try? opened().readAll(limit: Self.longest)) ?? []).withUnsafeBytes { hash.add($0) }
    known[path] = hash.value
    return hash.value
  }
}
