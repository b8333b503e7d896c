internal import Glibc

/// A new directory that only its owner may enter. It is deleted with this object, including the files directly in it,
/// or everything below it.
///
/// Its name contains the number of the process that created it, so that others can remove what a killed process has
/// left.
package final class TemporaryDirectory: Sendable {
  /// The path of the directory.
  package let path: String

  private let isTree: Bool

  /// Creates the directory.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of its name.
  ///   - parent: the directory in which it is created; nil for `TMPDIR`, or `/tmp` if that is unset or empty.
  ///   - isTree: whether others create directories in it, which are deleted too.
  package init(prefix: String, in parent: String? = nil, isTree: Bool = false) throws(SystemError) {
    self.isTree = isTree
    let parent = parent ?? Self.usualParent
    var template = Array("\(parent)/\(prefix)-\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .current }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// `TMPDIR`, or `/tmp` if that is unset or empty.
  package static var usualParent: String {
    // SAFETY: The text ends with NUL and stays until the environment is changed, which getenv(3) forbids other threads
    // meanwhile; it is copied.
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return "/tmp" }
    return String(cString: named)
  }

  deinit { remove() }

  /// Deletes it now. Files in it that are open stay usable until they are closed.
  package func remove() {
    if isTree { Self.removeTrees(in: path, depth: 0) }
    Self.remove(path)
  }

  /// The maximum depth of directories that are deleted: a path can't be long enough for more than 2,048 of them.
  private static let deepest = 2_048

  private static func removeTrees(in path: String, depth: Int) {
    for entry in DirectoryReader.entries(of: path) {
      let place = "\(path)/\(entry.name)"
      // Nothing that a link leads to is deleted.
      guard depth < deepest, (try? FileStatus(place, followsLinks: false))?.isDirectory == true else { continue }
      removeTrees(in: place, depth: depth + 1)
      remove(place)
    }
  }

  private static func remove(_ path: String) {
    for entry in DirectoryReader.entries(of: path) { unlink("\(path)/\(entry.name)") }
    rmdir(path)
  }
}

extension TemporaryDirectory {
  /// How long a directory without a process is left alone, in seconds: it may belong to another container.
  private static let patience = 60

  /// Removes directories with a prefix that processes have left behind when they ended.
  ///
  /// - Parameters:
  ///   - parent: the directory that contains them.
  ///   - process: the process whose directories to remove immediately, because it was a child and has ended; nil for
  ///     all processes that ended some time ago.
  ///   - isTree: whether others have created directories in them, which are deleted too.
  package static func removeAbandoned(
    prefix: String, in parent: String, of process: Int32? = nil, isTree: Bool = false
  ) {
    for entry in DirectoryReader.entries(of: parent) {
      guard let maker = maker(of: entry.name, prefix: prefix) else { continue }
      let path = "\(parent)/\(entry.name)"
      guard isAbandoned(path, by: maker, ended: process) else { continue }
      if isTree { removeTree(path) } else { remove(path) }
    }
  }

  /// The beginnings of the names of folders for validations and measurements.
  package static let validationPrefix = "aucat-validation"
  package static let measurementPrefix = "aucat-bench"
  /// The beginning of the names of folders for callgrind's counts.
  package static let countPrefix = "aucat-count"

  /// The process that has created a folder for a component to write in; nil for any other name.
  package static func makerOfScratch(_ name: String) -> Int32? {
    maker(of: name, prefix: validationPrefix) ?? maker(of: name, prefix: measurementPrefix)
  }

  /// Deletes a directory that a killed process has left, with everything below it.
  package static func removeTree(_ path: String) {
    removeTrees(in: path, depth: 0)
    remove(path)
  }

  /// The number of the process that has created a directory with a prefix; nil for any other name.
  package static func maker(of name: String, prefix: String) -> Int32? {
    let beginning = (prefix + "-").utf8
    guard name.utf8.starts(with: beginning) else { return nil }
    let parts = name.utf8.dropFirst(beginning.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let maker = Int32(Substring(parts[0])), maker > 0 else { return nil }
    return maker
  }

  private static func isAbandoned(_ path: String, by maker: Int32, ended process: Int32?) -> Bool {
    guard let status = try? FileStatus(path, followsLinks: false), status.isDirectory, status.owner == geteuid() else {
      return false
    }
    if let process { return maker == process }
    return ProcessNumber.isFree(maker) && abs(SystemClock.seconds - status.changed.seconds) > patience
  }
}

/// Where processes that read bundles create a folder for lilv, and how to remove what they leave when they are killed.
package enum ManifestCopies {
  /// The beginning of the folders' names.
  package static let prefix = "aucat-manifest"
  /// The file system in memory, which not every container has.
  package static let memory = "/dev/shm"

  /// Removes the folders that an ended child of this process has left.
  package static func remove(of process: Int32) {
    for parent in [memory, TemporaryDirectory.usualParent] {
      TemporaryDirectory.removeAbandoned(prefix: prefix, in: parent, of: process)
    }
  }

  /// Removes the folders of processes that ended some time ago.
  package static func removeAbandoned() {
    for parent in [memory, TemporaryDirectory.usualParent] {
      TemporaryDirectory.removeAbandoned(prefix: prefix, in: parent)
    }
  }
}
