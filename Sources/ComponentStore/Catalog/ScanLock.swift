internal import Glibc

/// Lets one process at a time scan into a catalog. The lock goes with the process that holds it, however it ends.
package final class ScanLock {
  private let descriptor: Int32

  /// Waits until no other process scans into the catalog at a path.
  ///
  /// - Parameter isCancelled: asked several times a second while waiting.
  /// - Returns: nil where the wait was cancelled.
  package init?(catalog path: String, isCancelled: () -> Bool) {
    descriptor = open(path + ".scanning", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a lock two scans do the same work; what they write is right all the same.
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      if isCancelled() {
        close(descriptor)
        return nil
      }
      usleep(50_000)
    }
  }

  deinit { close(descriptor) }
}
