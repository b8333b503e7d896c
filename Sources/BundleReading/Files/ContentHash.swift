internal import ComponentModel
internal import ComponentScan
internal import Linux

/// The hash of all Turtle files of a bundle: where it is the same, nothing has changed that a scan records.
struct ContentHash {
  private var files: [String] = []
  private var hash = StableHash()
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// Hashes the files that the gate lets through, each with its name.
  static func of(_ bundle: String, gate: FileGate) -> UInt64 {
    var content = ContentHash()
    content.collect(bundle, "", 0)
    for file in content.files.sorted() { content.add(file, of: bundle, gate) }
    return content.hash.value
  }

  private mutating func add(_ path: String, of bundle: String, _ gate: FileGate) {
    hash.add(path)
    guard let file = try? gate.open(bundle + "/" + path) else { return }
    while let count = try? file.read(into: &buffer), count > 0 {
      buffer.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private mutating func collect(_ bundle: String, _ prefix: String, _ depth: Int) {
    guard depth <= ScanLimits.folderDepth, var reader = try? DirectoryReader(bundle + "/" + prefix) else { return }
    while let entry = try? reader.next(), files.count < ScanLimits.folderEntries {
      if entry.name.hasSuffix(".ttl") {
        files.append(prefix + entry.name)
      } else if entry.kind == .directory {
        collect(bundle, prefix + entry.name + "/", depth + 1)
      }
    }
  }
}
