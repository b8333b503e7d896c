internal import Synchronization

/// A value that is computed in a thread of its own while the caller continues.
///
/// Use it on one thread.
package final class Deferred<Value: Sendable> {
  private final class Result: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let result = Result()
  private let compute: @Sendable () -> Value
  private let thread: BackgroundThread?

  /// Begins to compute the value. If no thread can be started, ``value()`` computes it.
  package init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    let result = result
    thread = try? BackgroundThread {
      let value = compute()
      result.value.withLock { $0 = value }
    }
  }

  deinit { thread?.join() }

  /// Waits for the value.
  package func value() -> Value {
    thread?.join()
    return result.value.withLock { value in
      if let value { return value }
      let computed = compute()
      value = computed
      return computed
    }
  }
}
