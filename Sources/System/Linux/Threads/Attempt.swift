internal import CLinux
internal import Synchronization

/// A function that runs in a thread of its own and may never return, such as one that looks into a folder of a dead network
/// server: whoever waits for it can leave it behind.
package final class Attempt<Value: Sendable>: Sendable {
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let value = Mutex<Value?>(nil)
    /// Readable when there is a value; -1 if the system has no descriptors left: then the function runs in the caller's thread.
    let isDone = FileDescriptor(owning: aucatEvent())

    func finish(_ value: Value) {
      self.value.withLock { $0 = value }
      try? isDone.writeAll([1, 0, 0, 0, 0, 0, 0, 0])
    }
  }

  /// Starts the function. If no thread can be started, it runs to its end first.
  package init(_ body: @escaping @Sendable () -> Value) {
    let outcome = Outcome()
    self.outcome = outcome
    if outcome.isDone.number >= 0, (try? BackgroundThread { outcome.finish(body()) }) != nil { return }
    outcome.finish(body())
  }

  /// Waits for the value.
  ///
  /// - Returns: nil if the function has not returned by then.
  package func value(within milliseconds: Int) -> Value? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if let value = outcome.value.withLock({ $0 }) { return value }
      let left = Int((end - .now) / .milliseconds(1))
      guard left > 0 else { return nil }
      // A signal may end the wait.
      _ = outcome.isDone.isReadable(within: left)
    }
  }
}
