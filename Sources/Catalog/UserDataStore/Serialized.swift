internal import Synchronization

/// A value that threads use one at a time.
final class Serialized<Value>: @unchecked Sendable {
  // SAFETY: the value is only handed out under the lock.
  private let value: Value
  private let turn = Mutex(())

  init(_ value: Value) { self.value = value }

  /// Waits for exclusive use of the value and runs `body` with it. Don't nest calls.
  func use<Result>(_ body: (Value) throws -> Result) throws -> Result {
    try turn.withLock { _ in
      nonisolated(unsafe) let result = try body(value)
      return result
    }
  }
}
