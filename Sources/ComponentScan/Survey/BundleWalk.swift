internal import ComponentModel
internal import Linux

/// Looks through a bundle's directory.
struct BundleWalk {
  private(set) var fingerprint = Fingerprint(turtle: 0, other: 0)
  private(set) var turtleBytes = 0
  private(set) var problem: String?
  private var entries = 0

  /// Walks a directory.
  init(_ path: String) throws(SystemError) { walk(try DirectoryReader(path), prefix: "", depth: 0) }

  private mutating func walk(_ reader: consuming DirectoryReader, prefix: String, depth: Int) {
    while let entry = try? reader.next() {
      entries += 1
      guard entries <= ScanLimits.folderEntries else {
        problem = "it has more than \(ScanLimits.folderEntries) files"
        return
      }
      add(entry.name, in: reader.directory, prefix: prefix, depth: depth)
    }
  }

  private mutating func add(_ name: String, in directory: BorrowedDescriptor, prefix: String, depth: Int) {
    guard
      let status = (try? FileStatus(name, in: directory))
        ?? (try? FileStatus(name, in: directory, followsLinks: false))
    else { return }
    let path = prefix + name
    let isTurtle = name.hasSuffix(".ttl")
    if isTurtle {
      fingerprint.turtle &+= Self.hash(path, status)
      turtleBytes += status.isRegular ? status.size : 0
    } else {
      fingerprint.other &+= Self.hash(path, status)
    }
    guard status.isDirectory, depth < ScanLimits.folderDepth else { return }
    guard
      let child = try? FileDescriptor(name, in: directory, for: .reading, options: [.directory, .noFollow]),
      let reader = try? DirectoryReader(child)
    else { return }
    walk(reader, prefix: path + "/", depth: depth + 1)
  }

  private static func hash(_ path: String, _ status: FileStatus) -> UInt64 {
    var hash = StableHash()
    hash.add(path)
    for number in [
      status.size, status.modified.seconds, status.modified.nanoseconds, status.changed.seconds,
      status.changed.nanoseconds,
    ] {
      hash.add(UInt64(bitPattern: Int64(number)))
    }
    hash.add(status.identity.inode)
    hash.add(UInt64(status.mode))
    return hash.value
  }
}
