internal import CLinux

/// A descriptor for event loops that is readable while another one is, or after a time: `epoll(7)` and
/// `timerfd_create(2)`. Belongs to one thread at a time.
package final class TimedDescriptor {
  private let other: Int32
  private let timer: FileDescriptor
  private let either: FileDescriptor

  /// Creates a descriptor whose timer does not run yet; nil if the system has no descriptors left.
  ///
  /// - Parameter other: the other descriptor, which must stay open as long as this object exists; -1 for none.
  package init?(_ other: Int32) {
    self.other = other
    timer = FileDescriptor(owning: aucatTimer())
    either = FileDescriptor(owning: aucatEitherReadable(other, timer.number))
    if either.number < 0 { return nil }
  }

  /// The descriptor's number, for poll(2).
  package var number: Int32 { either.number }

  /// Makes the descriptor readable after this delay, unless the other one is readable before; immediately for 0.
  package func start(milliseconds: Int) { aucatStartTimer(timer.number, max(milliseconds, 0)) }

  /// Sets whether the other descriptor is watched, as it is at first. Ignoring a busy one relieves the loop.
  package func heedOther(_ isWanted: Bool) { if other >= 0 { aucatListen(either.number, other, isWanted ? 1 : 0) } }

  /// Whether the time has passed since the timer was started. This is true only once for each start.
  package func hasPassed() -> Bool {
    var count = [UInt8](repeating: 0, count: 8)
    return (try? timer.read(into: &count)) == 8
  }
}
