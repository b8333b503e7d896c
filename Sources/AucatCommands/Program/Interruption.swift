internal import Glibc
internal import Synchronization

/// Catches SIGINT, SIGHUP and SIGTERM during work that can stop cleanly. A second signal ends the
/// program at once.
package enum Interruption {
  private static let requested = Atomic(false)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  package static var isRequested: Bool { requested.load(ordering: .relaxed) }

  package static func observed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = signals.map { number in
      let previous = signal(number, note)
      // A signal that the parent process ignores stays ignored.
      if isIgnored(previous) { signal(number, SIG_IGN) }
      return previous
    }
    defer { for (number, previous) in zip(signals, before) { signal(number, previous) } }
    return try body()
  }

  private static let note: @convention(c) (Int32) -> Void = { number in
    if Interruption.isRequested {
      signal(number, SIG_DFL)
      raise(number)
    }
    Interruption.requested.store(true, ordering: .relaxed)
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // SAFETY: A handler is as wide as `Int`; the addresses are compared, and neither is called.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
