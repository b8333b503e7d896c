internal import StoreFiles
internal import Linux

/// Lets one process at a time scan into a catalog. The lock is released when its process exits, even if it crashes.
package final class ScanLock {
  private let path: String
  /// Nil if the file can't be locked. Two scans then do the same work, but their results are still correct.
  private let lock: FileLock?

  /// Waits until no other process scans into the catalog at a path.
  ///
  /// - Parameter isCancelled: asked several times a second while waiting.
  /// - Returns: nil if the wait was cancelled.
  package init?(catalog: String, isCancelled: () -> Bool) {
    path = Self.path(catalog)
    var lock: FileLock?
    do throws(FileLock.Failure) {
      lock = try FileLock(path, interval: .milliseconds(50), isCancelled: isCancelled)
    } catch {
      if error == .cancelled { return nil }
    }
    self.lock = lock
  }

  /// Whether a query of any process has found the catalog damaged. The lock's file then has content.
  package var isCatalogSuspect: Bool { (StoreFile.status(path)?.size ?? 0) > 0 }

  /// Makes the next scan, by whichever process, start with a new catalog at this path, provided that a file can be
  /// written beside it.
  package static func suspect(catalog: String) {
    let file = try? FileDescriptor(path(catalog), for: .writing, options: .create)
    try? file?.writeAll(Array("damaged\n".utf8))
  }

  /// Records that the next scan need not start with a new catalog.
  package func trust() {
    if isCatalogSuspect { _ = try? FileDescriptor(path, for: .writing, options: .truncate) }
  }

  private static func path(_ catalog: String) -> String { catalog + ".scanning" }
}
