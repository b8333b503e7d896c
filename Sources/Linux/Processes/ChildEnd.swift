internal import Glibc

/// How a program ended.
package struct ChildEnd: Hashable, Sendable {
  /// As of `wait(2)`; nil if it had to be killed.
  package var status: Int32?
  /// The most memory that it held.
  package var peakBytes: Int
  /// What it printed last.
  package var lastWords: String

  /// The signal that ended it, in words; nil if none did.
  package var signalName: String? {
    guard let signal = status.map({ $0 & 0x7F }), signal != 0 else { return nil }
    let name = strsignal(signal).map { String(cString: $0).lowercased() } ?? "unknown"
    return "signal \(signal) (\(name))"
  }

  /// The exit status that it gave; nil if a signal ended it, or it had to be killed.
  package var exitStatus: Int? {
    guard let status, status & 0x7F == 0 else { return nil }
    return Int(status >> 8 & 0xFF)
  }
}
