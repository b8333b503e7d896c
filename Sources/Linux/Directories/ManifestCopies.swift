/// Where processes that read bundles make a folder for lilv, and how to remove what they leave when they are killed.
package enum ManifestCopies {
  /// What the folders' names begin with.
  package static let prefix = "aucat-manifest"
  /// The file system in memory, which not every container has.
  package static let memory = "/dev/shm"

  /// Removes the folders that a child of this process has left, which has ended.
  package static func remove(of process: Int32) {
    for parent in [memory, TemporaryDirectory.usualParent] {
      TemporaryDirectory.removeAbandoned(prefix: prefix, in: parent, of: process)
    }
  }

  /// Removes the folders of processes that have ended some time ago.
  package static func removeAbandoned() {
    for parent in [memory, TemporaryDirectory.usualParent] {
      TemporaryDirectory.removeAbandoned(prefix: prefix, in: parent)
    }
  }
}
