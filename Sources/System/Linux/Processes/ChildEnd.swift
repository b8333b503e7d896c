internal import Glibc

/// How a program ended.
package struct ChildEnd: Hashable, Sendable {
  /// The status from `wait(2)`; nil if it had to be killed, or if it isn't known how it ended.
  package var status: Int32?
  /// The last line that it printed.
  package var lastWords: String
  /// Whether it ended by itself and the operating system does not say how, because this process ignores `SIGCHLD` or
  /// waits for any child.
  package var isUnknown = false

  /// The number of the signal that ended it; nil if none did, or it had to be killed.
  package var signal: Int32? {
    guard let signal = status.map({ $0 & 0x7F }), signal != 0 else { return nil }
    return signal
  }

  /// The signal that ended it, in words; nil if none did.
  package var signalName: String? {
    guard let signal else { return nil }
    // SAFETY: glibc's text is a constant or this thread's own, and is copied before the thread's next call.
    let name = strsignal(signal).map { String(cString: $0).lowercased() } ?? "unknown"
    return "signal \(signal) (\(name))"
  }

  /// Whether the signal that ended it is one that a program's own fault raises, such as `SIGSEGV` or `SIGABRT`. Other
  /// signals come from outside.
  package var isFault: Bool {
    guard let signal else { return false }
    return [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(signal)
  }

  /// Whether it was terminated by a `SIGKILL` that this process has not sent.
  package var isKilled: Bool { status.map { $0 & 0x7F } == SIGKILL }

  /// Its exit status; nil if a signal ended it, or it had to be killed.
  package var exitStatus: Int? {
    guard let status, status & 0x7F == 0 else { return nil }
    return Int(status >> 8 & 0xFF)
  }
}
