internal import Linux

/// Lets one process at a time scan into a catalog. The lock goes with the process that holds it, however it ends.
package final class ScanLock {
  /// Nil if the file can't be locked. Then two scans do the same work; what they write is right all the same.
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
