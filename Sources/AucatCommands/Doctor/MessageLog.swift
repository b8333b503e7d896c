internal import Synchronization

/// Messages of the library, from any thread.
final class MessageLog: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func add(_ message: String) { messages.withLock { $0.append(message) } }
}
