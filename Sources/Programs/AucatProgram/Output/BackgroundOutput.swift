internal import AudioComponents
internal import Linux
internal import Synchronization

/// Standard output and standard error of a program that must not wait for their readers: once this begins, each is written by
/// a thread of its own.
package enum BackgroundOutput {
  private struct Queues: Sendable {
    var output: OutputQueue?
    var errors: OutputQueue?
    /// How long each text may take; nil if nobody waits for it.
    var patience: Duration?
  }

  private static let queues = Mutex(Queues())

  /// Begins. If no thread can be started, output is written as before.
  ///
  /// - Parameter note: the text on standard output for a number of texts that were left out because nobody read them.
  package static func begin(_ note: @escaping @Sendable (_ skipped: Int) -> String) {
    let output = try? OutputQueue(to: .standardOutput, note: note)
    let errors = try? OutputQueue(to: .standardError) { skipped in
      Message.note("left out \(Count.text(skipped, "message")) that nobody read")
    }
    queues.withLock { ($0.output, $0.errors) = (output, errors) }
  }

  /// The error of the last write to standard output; nil if there is none.
  static var error: SystemError? { queues.withLock(\.output)?.error }

  /// Waits for everything that has been written, for a limited time; from then on, for each text.
  package static func finish(within patience: Duration) {
    let queues = queues.withLock { queues in
      queues.patience = patience
      return queues
    }
    let end = ContinuousClock.now + patience
    for queue in [queues.output, queues.errors] { queue?.flush(within: max(.zero, end - .now)) }
  }

  /// Whether everything on standard error has been written.
  package static var hasWrittenErrors: Bool { queues.withLock(\.errors)?.isIdle ?? true }

  /// Writes to standard output.
  ///
  /// - Returns: false if the caller has to do that.
  static func print(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try write(bytes, \.output)
  }

  /// Writes to standard error; otherwise like ``print(_:)``.
  static func printError(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try write(bytes, \.errors)
  }

  private static func write(_ bytes: [UInt8], _ queue: (Queues) -> OutputQueue?) throws(SystemError) -> Bool {
    let queues = queues.withLock { $0 }
    guard let queue = queue(queues) else { return false }
    try queue.add(bytes)
    if let patience = queues.patience { queue.flush(within: patience) }
    return true
  }
}
