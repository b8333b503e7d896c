internal import ComponentModel
internal import Linux

/// Walks a bundle's directory.
struct BundleWalk {
  private(set) var fingerprint = Fingerprint(turtle: 0, other: 0)
  private(set) var turtleBytes = 0
  private(set) var problem: BundleProblem?
  /// Whether every user may read all of it.
  private(set) var isPublic: Bool
  /// The folders with Turtle, by what to add to the path of the directory, which is first.
  private(set) var folders: [(path: String, stamp: FolderStamp)] = []
  /// The first Turtle files, likewise.
  private(set) var files: [(path: String, stamp: FolderStamp)] = []
  /// When something in it last changed.
  private(set) var changed: FileStatus.Time
  private static let mostFiles = 100
  private var entries = 0
  private var turtleFiles = 0

  /// Walks a directory.
  ///
  /// - Throws: why the directory can't be read, or why something below it can't be read at the moment: half a bundle
  ///   would have a different fingerprint.
  init(_ reader: consuming DirectoryReader) throws(SystemError) {
    let status = try FileStatus(of: reader.directory)
    isPublic = Self.isPublic(status)
    changed = status.changed
    // Taken before the entries are read, so that what is added meanwhile makes another stamp.
    folders = [("", FolderStamp(status))]
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
    changed = max(changed, status.changed)
    let isTurtle = name.hasSuffix(".ttl")
    if isTurtle {
      fingerprint.turtle &+= Self.hash(path, status)
      turtleBytes += status.isRegular ? status.size : 0
      turtleFiles += 1
      if files.count < Self.mostFiles { files.append(("/" + path, FolderStamp(status))) }
    } else {
      fingerprint.other &+= Self.hash(path, status)
    }
    guard status.isDirectory, depth < ScanLimits.folderDepth else { return }
    do throws(SystemError) {
      let folder = try FileDescriptor(name, in: directory, for: .reading, options: [.directory, .noFollow])
      let before = turtleFiles
      try walk(DirectoryReader(folder), prefix: path + "/", depth: depth + 1)
      if turtleFiles > before { folders.append(("/" + path, FolderStamp(status))) }
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
