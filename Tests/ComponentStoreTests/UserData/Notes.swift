import Synchronization

/// Collects messages from any thread.
final class Notes: Sendable {
  private let messages = Mutex<[String]>([])

  /// The messages so far.
  var all: [String] { messages.withLock { $0 } }

  func add(_ message: String) { messages.withLock { $0.append(message) } }
}
