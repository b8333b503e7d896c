internal import Glibc

/// Runs functions one after another in a thread of its own, while the caller continues.
///
/// If no thread can be started, they run in the caller's. Use it on one thread.
package final class SerialThread {
  /// A function to run.
  package typealias Work = @Sendable () throws -> Void

  private let queue: Queue
  private let thread: BackgroundThread?

  /// Starts a thread.
  ///
  /// - Parameter limit: the maximum number of functions that wait for their turn, at least 1.
  package init(limit: Int) {
    let queue = Queue(limit: limit)
    self.queue = queue
    thread = try? BackgroundThread { queue.serve() }
  }

  deinit { close() }

  /// Runs a function after all others; waits while too many are waiting.
  ///
  /// - Throws: what an earlier function has thrown, after which no other is run; ``SystemError`` after ``finish()``.
  package func run(_ work: @escaping Work) throws {
    try queue.add(work)
    if thread == nil { queue.serveOnce() }
  }

  /// Checks whether a function has failed.
  ///
  /// - Throws: what the function has thrown.
  package func check() throws {
    if let failure = queue.failure { throw failure }
  }

  /// Waits until all functions have been run. Nothing can be run afterwards.
  ///
  /// - Throws: what a function has thrown.
  package func finish() throws {
    close()
    try check()
  }

  private func close() {
    queue.close()
    thread?.join()
  }
}

/// The functions that wait for their turn.
private final class Queue: @unchecked Sendable {
  // SAFETY: every variable is touched with `lock` held.

  private let limit: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [SerialThread.Work] = []
  private var isClosed = false
  private var error: (any Error)?

  init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// The error that a function has thrown.
  var failure: (any Error)? { locked { error } }

  func add(_ work: @escaping SerialThread.Work) throws {
    try locked {
      while waiting.count >= limit, error == nil { pthread_cond_wait(changed, lock) }
      if let error { throw error }
      if isClosed { throw SystemError(ECANCELED) }
      waiting.append(work)
    }
  }

  func close() { locked { isClosed = true } }

  /// Runs functions until the queue is closed and empty, or one of them throws.
  func serve() {
    while let work = next() { serve(work) }
  }

  /// Runs the only function that waits.
  func serveOnce() {
    if let work = locked({ waiting.popLast() }) { serve(work) }
  }

  private func serve(_ work: SerialThread.Work) {
    do { try work() } catch { fail(error) }
  }

  private func next() -> SerialThread.Work? {
    locked {
      while waiting.isEmpty, !isClosed { pthread_cond_wait(changed, lock) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  private func fail(_ error: any Error) { locked { (self.error, isClosed, waiting) = (error, true, []) } }

  /// Runs `body` with the lock held, then wakes the other thread.
  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(lock)
    }
    return try body()
  }
}
