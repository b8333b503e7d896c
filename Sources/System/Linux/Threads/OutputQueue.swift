internal import Synchronization

/// Output that a thread of its own writes, so that a reader who doesn't read holds up nobody else. What is too much to
/// keep is left out, the oldest first.
///
/// Any thread may use it. Its thread runs until the process ends.
package final class OutputQueue: @unchecked Sendable {
  // SAFETY: the counts are atomics at addresses of their own, which are never released; `state` has a lock.

  private struct State {
    var waiting: [[UInt8]] = []
    /// The number of bytes in ``waiting``.
    var size = 0
    /// The number of texts that were left out since the last one that was written.
    var skipped = 0
    var isWriting = false
    var error: SystemError?

    /// Leaves out the oldest texts, but never the last: many at once, so that few notes take their place.
    mutating func leaveOut(downTo size: Int) {
      let sizes = waiting.dropLast().map(\.count)
      var count = 0
      while self.size > size, count < sizes.count {
        self.size -= sizes[count]
        count += 1
      }
      waiting.removeFirst(count)
      skipped += count
    }
  }

  private let state = Mutex(State())
  private let descriptor: BorrowedDescriptor
  private let limit: Int
  private let note: @Sendable (_ skipped: Int) -> String
  private let added = OutputQueue.count()
  private let written = OutputQueue.count()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that wait, besides the last text.
  ///   - note: the text to write in the place of texts that were left out, by their number.
  package init(
    to descriptor: BorrowedDescriptor, limit: Int = 1 << 20, note: @escaping @Sendable (_ skipped: Int) -> String
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.limit = limit
    self.note = note
    _ = try BackgroundThread { self.serve() }
  }

  private static func count() -> EventCount {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    memory.initialize(to: 0)
    return EventCount(at: memory)
  }

  /// Whether everything has been written.
  package var isIdle: Bool { state.withLock { !$0.isWriting && $0.waiting.isEmpty } }

  /// The error of a write, after which nothing more is written; nil if there is none.
  package var error: SystemError? { state.withLock(\.error) }

  /// Adds a text. Never waits.
  ///
  /// - Throws: the error of an earlier write, after which nothing more is written.
  package func add(_ text: [UInt8]) throws(SystemError) {
    let error = state.withLock { state -> SystemError? in
      if let error = state.error { return error }
      state.waiting.append(text)
      state.size += text.count
      if state.size > limit { state.leaveOut(downTo: limit / 2) }
      return nil
    }
    if let error { throw error }
    added.signal()
  }

  /// Waits until everything has been written, or the time is up.
  package func flush(within patience: Duration) {
    let end = ContinuousClock.now + patience
    while true {
      let count = written.value
      let left = ContinuousClock.now.duration(to: end)
      if isIdle || left <= .zero { return }
      written.wait(while: count, milliseconds: UInt32(clamping: Int(left / .milliseconds(1)) + 1))
    }
  }

  private func serve() {
    while true {
      let count = added.value
      guard let text = next() else {
        added.wait(while: count, milliseconds: 60_000)
        continue
      }
      do throws(SystemError) {
        try descriptor.writeAll(text)
        state.withLock { $0.isWriting = false }
      } catch {
        state.withLock { ($0.isWriting, $0.error, $0.waiting, $0.size) = (false, error, [], 0) }
      }
      written.signal()
    }
  }

  /// The next text to write, after a note of those that were left out.
  private func next() -> [UInt8]? {
    let (text, skipped) = state.withLock { state -> ([UInt8]?, Int) in
      guard !state.waiting.isEmpty else { return (nil, 0) }
      let text = state.waiting.removeFirst()
      state.size -= text.count
      state.isWriting = true
      defer { state.skipped = 0 }
      return (text, state.skipped)
    }
    guard let text, skipped > 0 else { return text }
    return Array(note(skipped).utf8) + text
  }
}
