internal import AudioComponents
internal import Linux

/// Digests of files, each of which is read once.
struct FileDigests {
  private var known: [String: UInt64] = [:]

  /// The maximum size of a file that is read, in bytes.
  private static let longest = 1 << 30

  /// The digest of a binary and of the Turtle that lies directly in a bundle. A file that can't be read counts as empty.
  mutating func digest(binary: String, bundle: String) -> UInt64 {
    let turtle = DirectoryReader.entries(of: bundle).map(\.name).filter { $0.hasSuffix(".ttl") }.sorted()
    var hash = StableHash()
    for path in [binary] + turtle.map({ "\(bundle)/\($0)" }) {
      hash.add(path)
      hash.add(digest(of: path))
    }
    return hash.value
  }

  private mutating func digest(of path: String) -> UInt64 {
    if let digest = known[path] { return digest }
    var hash = StableHash()
    // SAFETY: The buffer is used only during the call.
    ((try? WholeFile.bytes(path, limit: Self.longest)) ?? []).withUnsafeBytes { hash.add($0) }
    known[path] = hash.value
    return hash.value
  }
}
