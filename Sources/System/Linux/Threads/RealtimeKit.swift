internal import CLinux
internal import Glibc

/// RealtimeKit, which schedules threads of users' programs in real time if the kernel's limits don't allow them to do
/// that themselves.
package enum RealtimeKit {
  /// Has a thread scheduled in real time, one priority below that of a thread of this process:
  /// `MakeThreadRealtimeWithPID`. From then on, the kernel ends the thread's process if one of its threads computes for
  /// too long without a break: `RLIMIT_RTTIME`.
  ///
  /// Waits for an answer over D-Bus, for a few seconds at most.
  ///
  /// - Parameters:
  ///   - thread: the number of the thread: `gettid(2)`.
  ///   - process: the number of its process, which belongs to the same user.
  ///   - host: the number of the more important thread, which belongs to this process.
  /// - Throws: the reason why it can't be scheduled: there is no system bus or no RealtimeKit, or RealtimeKit refuses.
  package static func schedule(
    thread: UInt32, of process: UInt32, below host: Int32
  ) throws(SystemError) {
    let reason = aucatRequestRealtime(Int32(bitPattern: process), Int32(bitPattern: thread), host)
    guard reason == 0 else { throw SystemError(reason) }
  }
}
