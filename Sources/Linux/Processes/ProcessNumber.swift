internal import Glibc

/// The number of a process, which may come to mean another one, and means nothing in another container.
package enum ProcessNumber {
  /// Whether no process has a number: `kill(2)`, without a signal.
  package static func isFree(_ number: Int32) -> Bool { kill(number, 0) != 0 && errno == ESRCH }
}
