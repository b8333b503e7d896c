internal import Linux

/// Lets one process at a time scan into a catalog. The lock is released when its process ends, however it ends.
package final class ScanLock {
  /// Nil if the file can't be locked. Two scans then do the same work, but what they write is still right.
  private let lock: FileLock?

  /// Waits until no other process scans into the catalog at a path.
  ///
  /// - Parameter isCancelled: asked several times a second while waiting.
  /// - Returns: nil if the wait was cancelled.
  package init?(catalog path: String, isCancelled: () -> Bool) {
    var lock: FileLock?
    do throws(FileLock.Failure) {
      lock = try FileLock(path + ".scanning", interval: .milliseconds(50), isCancelled: isCancelled)
    } catch {
      if error == .cancelled { return nil }
    }
    self.lock = lock
  }
}
