internal import Synchronization

/// A value that any thread may use, one at a time.
final class Serialized<Value>: @unchecked Sendable {
  // SAFETY: the value is handed out under the lock only.
  private let value: Value
  private let turn = Mutex(())

  init(_ value: Value) { self.value = value }

  /// Waits until nobody else uses the value, and runs `body` with it. Not to be nested.
  func use<Result>(_ body: (Value) throws -> Result) throws -> Result {
    try turn.withLock { _ in
      nonisolated(unsafe) let result = try body(value)
      return result
    }
  }
}
