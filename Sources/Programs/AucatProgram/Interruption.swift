internal import Glibc
internal import Synchronization

/// Catches SIGINT, SIGHUP and SIGTERM during work that can stop cleanly. A second signal terminates the program
/// immediately, unless it comes right after the first: timeout(1) sends one to the program and one to its group.
package enum Interruption {
  private static let requested = Atomic(false)
  /// When the first signal came, in milliseconds.
  private static let time = Atomic<Int64>(0)
  /// How long after the first signal another one counts as the same, in milliseconds.
  private static let closeness: Int64 = 50
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  // SAFETY: It is set before any signal is observed, and read by the interrupted thread.

  /// Runs before a second signal terminates the program. It may only make async-signal-safe calls: signal-safety(7).
  package nonisolated(unsafe) static var beforeEnd: @convention(c) () -> Void = {}

  /// Runs at the first signal, with the same restriction as ``beforeEnd``.
  package nonisolated(unsafe) static var atRequest: @convention(c) () -> Void = {}

  package static var isRequested: Bool { requested.load(ordering: .acquiring) }

  package static func observed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeStatics()
    let before = signals.map { number in
      let previous = signal(number, note)
      // A signal that the parent process ignores stays ignored.
      if isIgnored(previous) { signal(number, SIG_IGN) }
      return previous
    }
    defer { for (number, previous) in zip(signals, before) { signal(number, previous) } }
    return try body()
  }

  /// Initializes the statics that the handler uses: each is initialized when it is first used, under a lock that a
  /// handler must not wait for.
  private static func makeStatics() {
    _ = (requested.load(ordering: .relaxed), time.load(ordering: .relaxed), closeness, beforeEnd, atRequest)
  }

  private static let note: @convention(c) (Int32) -> Void = { number in
    let now = Interruption.milliseconds
    guard Interruption.isRequested else {
      Interruption.time.store(now, ordering: .relaxed)
      Interruption.requested.store(true, ordering: .releasing)
      return Interruption.atRequest()
    }
    guard now - Interruption.time.load(ordering: .relaxed) > Interruption.closeness else { return }
    Interruption.beforeEnd()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// The time of a monotonic clock; may be read in a signal handler.
  private static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // SAFETY: A handler is as wide as `Int`; the addresses are compared, and neither is called.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
