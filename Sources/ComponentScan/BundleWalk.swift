internal import ComponentModel
internal import Glibc

/// Looks through a bundle's directory.
struct BundleWalk {
  private(set) var fingerprint = Fingerprint(turtle: 0, other: 0)
  private(set) var turtleBytes = 0
  private(set) var problem: String?
  private var entries = 0

  /// Walks the directory that `descriptor` is open on, and closes it.
  init(closing descriptor: Int32) { walk(closing: descriptor, prefix: "", depth: 0) }

  private mutating func walk(closing descriptor: Int32, prefix: String, depth: Int) {
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      entries += 1
      guard entries <= ScanLimits.folderEntries else {
        problem = "it has more than \(ScanLimits.folderEntries) files"
        return
      }
      add(name, in: descriptor, prefix: prefix, depth: depth)
    }
  }

  private mutating func add(_ name: String, in directory: Int32, prefix: String, depth: Int) {
    var status = stat()
    guard fstatat(directory, name, &status, 0) == 0 || fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    else { return }
    let path = prefix + name
    let isTurtle = name.hasSuffix(".ttl")
    if isTurtle {
      fingerprint.turtle &+= Self.hash(path, status)
      turtleBytes += status.isRegular ? Int(status.st_size) : 0
    } else {
      fingerprint.other &+= Self.hash(path, status)
    }
    guard status.isDirectory, depth < ScanLimits.folderDepth else { return }
    let child = openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    if child >= 0 { walk(closing: child, prefix: path + "/", depth: depth + 1) }
  }

  private static func hash(_ path: String, _ status: stat) -> UInt64 {
    var hash = StableHash()
    hash.add(path)
    hash.add(UInt64(bitPattern: Int64(status.st_size)))
    hash.add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
    hash.add(UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
    hash.add(UInt64(bitPattern: Int64(status.st_ctim.tv_sec)))
    hash.add(UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)))
    hash.add(UInt64(status.st_ino))
    hash.add(UInt64(status.st_mode))
    return hash.value
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
