private import CSQLite
private import Glibc

/// Waits while another connection holds a lock, as `sqlite3_busy_timeout` does, but not if the file system has no
/// locks, which SQLite mistakes for a lock that another connection holds.
final class BusyHandler {
  /// How long to wait, in milliseconds.
  private let patience: Int32
  /// Whether the file system has refused a lock.
  private(set) var lacksLocks = false

  init(patience: Int32) { self.patience = patience }

  /// Makes a connection wait. The handler must outlive it.
  func install(on connection: OpaquePointer) {
    // SAFETY: SQLite does not retain the handler: its connection does, and SQLite calls it only while that is open.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      connection,
      { context, count in
        // The error of the system call with which SQLite has tried to lock the file.
        let reason = errno
        guard let context else { return 0 }
        // SAFETY: SQLite passes the handler back, which the connection keeps as long as it is open.
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().waits(reason, count) ? 1 : 0
      }, context)
  }

  private func waits(_ reason: Int32, _ count: Int32) -> Bool {
    lacksLocks = reason == ENOLCK
    let (delay, before) = Self.delay(count)
    guard !lacksLocks, before < patience else { return false }
    sqlite3_sleep(min(delay, patience - before))
    return true
  }

  /// SQLite's own delays in milliseconds: that after one attempt, and the sum of those before it.
  private static func delay(_ count: Int32) -> (Int32, before: Int32) {
    let delays: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]
    let known = delays.prefix(Int(count)).reduce(0, +)
    let rest = max(0, count - Int32(delays.count))
    return (Int(count) < delays.count ? delays[Int(count)] : 100, known + rest * 100)
  }
}
