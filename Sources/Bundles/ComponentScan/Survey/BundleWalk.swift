internal import ComponentModel
internal import Linux

/// Walks a bundle's directory.
struct BundleWalk {
  private(set) var fingerprint = Fingerprint(turtle: 0, other: 0)
  private(set) var turtleBytes = 0
  private(set) var problem: BundleProblem?
  /// Whether every user may read all of it.
  private(set) var isPublic: Bool
  private var entries = 0

  /// Walks a directory.
  ///
  /// - Throws: why the directory can't be read, or why something below it can't be read at the moment: half a bundle
  ///   would have a different fingerprint.
  init(_ reader: consuming DirectoryReader) throws(SystemError) {
    isPublic = Self.isPublic(try FileStatus(of: reader.directory))
    try walk(reader, prefix: "", depth: 0)
  }

  private mutating func walk(
    _ reader: consuming DirectoryReader, prefix: String, depth: Int
  ) throws(SystemError) {
    while let entry = try reader.next() {
      entries += 1
      guard entries <= ScanLimits.folderEntries else {
        problem = .tooManyFiles(limit: ScanLimits.folderEntries)
        return
      }
      try add(entry.name, in: reader.directory, prefix: prefix, depth: depth)
    }
  }

  private mutating func add(
    _ name: String, in directory: BorrowedDescriptor, prefix: String, depth: Int
  ) throws(SystemError) {
    guard let status = try status(of: name, in: directory) else { return }
    let path = prefix + name
    isPublic = isPublic && Self.isPublic(status)
    let isTurtle = name.hasSuffix(".ttl")
    if isTurtle {
      fingerprint.turtle &+= Self.hash(path, status)
      turtleBytes += status.isRegular ? status.size : 0
    } else {
      fingerprint.other &+= Self.hash(path, status)
    }
    guard status.isDirectory, depth < ScanLimits.folderDepth else { return }
    do throws(SystemError) {
      let folder = try FileDescriptor(name, in: directory, for: .reading, options: [.directory, .noFollow])
      try walk(DirectoryReader(folder), prefix: path + "/", depth: depth + 1)
    } catch {
      // An unreadable folder, or a link to one, is not part of the fingerprint.
      if error.isTransient { throw error }
    }
  }

  /// The status of a link's target, else of the link itself; nil if neither is available.
  private func status(of name: String, in directory: BorrowedDescriptor) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(name, in: directory)
    } catch {
      if error.isTransient { throw error }
    }
    return try? FileStatus(name, in: directory, followsLinks: false)
  }

  private static func isPublic(_ status: FileStatus) -> Bool {
    let needed: UInt32 = status.isDirectory ? 0o005 : 0o004
    return status.permissions & needed == needed
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
