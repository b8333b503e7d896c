internal import CLinux
internal import Glibc

/// RealtimeKit, which schedules threads of users' programs where the kernel's limits don't allow them to do it themselves.
package enum RealtimeKit {
  /// Has a thread scheduled in real time, a priority below that of a thread of this process: `MakeThreadRealtimeWithPID`. From then on,
  /// the kernel ends its process once one of its threads has computed for long without a break: `RLIMIT_RTTIME`.
  ///
  /// Waits for an answer over D-Bus, for a few seconds at most.
  ///
  /// - Parameters:
  ///   - thread: the number of the thread: `gettid(2)`.
  ///   - process: that of its process, of the same user.
  ///   - host: the thread that is more important.
  /// - Throws: why it is not: without a system bus, without RealtimeKit, or because that refuses.
  package static func schedule(
    thread: UInt32, of process: UInt32, below host: Int32
  ) throws(SystemError) {
    let reason = aucatRequestRealtime(Int32(bitPattern: process), Int32(bitPattern: thread), host)
    guard reason == 0 else { throw SystemError(reason) }
  }
}
