internal import ComponentModel
internal import Synchronization

/// What plugins log, for the parent: the first messages, up to a limit.
final class ChildMessages: Sendable {
  private let kept = Mutex<[PluginMessage]>([])
  private static let most = 50
  private static let longest = 500

  func add(_ message: PluginMessage) {
    kept.withLock { kept in if kept.count < Self.most { kept.append(message) } }
  }

  var json: JSON {
    .array(
      kept.withLock { $0 }.map { message in
        .object([
          ("component", .string(message.component)), ("level", .string(message.level.rawValue)),
          ("text", .string(String(message.text.prefix(Self.longest)))),
        ])
      })
  }
}
