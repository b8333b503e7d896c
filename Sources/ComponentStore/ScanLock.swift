internal import Glibc

/// Lets one process at a time scan into a catalog. The lock goes with the process that holds it, however it ends.
public final class ScanLock {
  private let descriptor: Int32

  /// Waits until no other process scans into the catalog at a path.
  ///
  /// - Parameters:
  ///   - isCancelled: asked several times a second while waiting.
  ///   - onWait: called once where there is something to wait for.
  /// - Returns: nil where the wait was cancelled.
  public init?(catalog path: String, isCancelled: () -> Bool, onWait: () -> Void) {
    descriptor = open(path + ".scanning", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a lock two scans do the same work; what they write is right all the same.
    guard descriptor >= 0 else { return }
    var isWaiting = false
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      if isCancelled() {
        close(descriptor)
        return nil
      }
      if !isWaiting { onWait() }
      isWaiting = true
      usleep(50_000)
    }
  }

  deinit { close(descriptor) }
}
