internal import Linux
internal import Synchronization

/// Notes in which threads scans call a host's function, which must not use the catalog: a query could wait for the lock
/// that the scan holds.
final class ScanCall: Sendable {
  private let threads = Mutex<Set<UInt32>>([])

  /// Whether this thread is in a function that a scan has called.
  var isOnThisThread: Bool { threads.withLock { !$0.isEmpty && $0.contains(CurrentThread.identifier) } }

  /// Calls a function.
  func run<Result>(_ function: () -> Result) -> Result {
    let thread = CurrentThread.identifier
    threads.withLock { _ = $0.insert(thread) }
    defer { threads.withLock { _ = $0.remove(thread) } }
    return function()
  }
}
