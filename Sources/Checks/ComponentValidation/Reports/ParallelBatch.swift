internal import Linux
internal import Synchronization

/// Work on many items in parallel, with results in order.
package final class ParallelBatch<Item: Sendable, Result: Sendable>: Sendable {
  private struct State {
    var next = 0
    var done = 0
    /// Results that have not been delivered; nil if the work has none.
    var results: [Int: Result?] = [:]
    var failure: (any Error)?
    var isCancelled = false

    /// The number of the next item; nil if there is none.
    mutating func takeNext(of count: Int) -> Int? {
      guard next < count, !isCancelled else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Works on an item. The function argument returns whether the work was cancelled; then the work returns nil. It also
  /// returns nil for an item without a result, which is not delivered.
  package typealias Work = @Sendable (_ item: Item, _ isCancelled: () -> Bool) throws -> Result?

  private let items: [Item]
  private let work: Work
  private let state = Mutex(State())

  /// A batch of items.
  package init(_ items: [Item], work: @escaping Work) {
    self.items = items
    self.work = work
  }

  /// How often the caller's functions are called, in milliseconds.
  private static var interval: Int { 50 }

  /// Works on the items, several at a time. Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - jobs: the number of items to work on in parallel.
  ///   - isCancelled: called several times a second.
  ///   - progress: called several times a second with the number of items that are done.
  ///   - deliver: called with each result, in the order of the items.
  /// - Throws: `SystemError` if no thread can be started, errors of the work, and errors of `deliver`.
  package func run(
    jobs: Int, isCancelled: () -> Bool, progress: (Int) -> Void, deliver: (Result) throws -> Void
  ) throws {
    var threads: [BackgroundThread] = []
    defer {
      state.withLock { $0.isCancelled = true }
      for thread in threads { thread.join() }
    }
    for _ in 0..<max(1, min(jobs, items.count)) { threads.append(try BackgroundThread { self.workOnAll() }) }
    var delivered = 0
    while delivered < items.count {
      if isCancelled() { return }
      let (result, done, failure) = state.withLock { ($0.results.removeValue(forKey: delivered), $0.done, $0.failure) }
      if let failure { throw failure }
      progress(done)
      if let result {
        if let result { try deliver(result) }
        delivered += 1
      } else {
        CurrentThread.sleep(milliseconds: Self.interval)
      }
    }
  }

  private func workOnAll() {
    while let number = state.withLock({ $0.takeNext(of: items.count) }) {
      do {
        let result = try work(items[number]) { state.withLock { $0.isCancelled } }
        state.withLock {
          $0.results.updateValue(result, forKey: number)
          $0.done += 1
        }
      } catch {
        state.withLock {
          $0.failure = error
          $0.isCancelled = true
        }
      }
    }
  }
}
