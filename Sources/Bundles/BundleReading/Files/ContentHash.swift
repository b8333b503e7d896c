internal import ComponentModel
internal import ComponentScan
internal import Linux

/// The hash of all Turtle files of a bundle. If it is the same, nothing that a scan records has changed.
struct ContentHash {
  private var files: [String] = []
  private var hash = StableHash()
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// Hashes the files that the gate lets through, each with its name.
  ///
  /// - Returns: nil if the bundle can't be listed or read at the moment.
  static func of(_ bundle: String, gate: FileGate) -> UInt64? {
    var content = ContentHash()
    do throws(SystemError) {
      try content.collect(bundle, prefix: "", depth: 0)
    } catch {
      return nil
    }
    for file in content.files.sorted() where !content.add(file, of: bundle, gate) { return nil }
    return content.hash.value
  }

  /// - Returns: false if the file can't be read at the moment.
  private mutating func add(_ path: String, of bundle: String, _ gate: FileGate) -> Bool {
    hash.add(path)
    do throws(FileProblem) {
      let file = try gate.open(bundle + "/" + path)
      while true {
        let count = try gated { () throws(SystemError) in try file.read(into: &buffer) }
        if count == 0 { return true }
        // SAFETY: `read` has filled this many bytes of the buffer.
        buffer.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      if case .unavailable = error { return false }
      return true
    }
  }

  private mutating func collect(_ bundle: String, prefix: String, depth: Int) throws(SystemError) {
    guard depth <= ScanLimits.folderDepth else { return }
    var reader: DirectoryReader
    do throws(SystemError) {
      reader = try DirectoryReader(bundle + "/" + prefix)
    } catch {
      if error.isTransient { throw error }
      return
    }
    while files.count < ScanLimits.folderEntries, let entry = try reader.next() {
      if entry.name.hasSuffix(".ttl") {
        files.append(prefix + entry.name)
      } else if entry.isFolder(in: reader.directory) {
        try collect(bundle, prefix: prefix + entry.name + "/", depth: depth + 1)
      }
    }
  }
}
