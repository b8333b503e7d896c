internal import ChainHosting
internal import ComponentModel
internal import Synchronization

/// Plugins' log messages for the parent: the first ones, up to a limit, and how many were left out. Half of the room is
/// reserved for errors.
final class ChildMessages: Sendable {
  private struct Kept {
    var texts: [String] = []
    var bytes = 0
    var omission: (first: PluginMessage, count: Int, errors: Int)?
  }

  private let kept = Mutex(Kept())
  private static let most = 100
  /// The longest message, in Unicode scalars: a few lines of a terminal, whatever a plugin prints.
  private static let longest = 500
  /// Maximum total size of all messages as JSON, in bytes.
  static let capacity = 48 << 10

  func add(_ message: PluginMessage) {
    let text = message.json(cutTo: Self.longest).encoded
    let isError = message.level == .error
    kept.withLock { kept in
      let share = isError ? 1 : 2
      if kept.texts.count < Self.most / share, kept.bytes + text.utf8.count < Self.capacity / share {
        kept.texts.append(text)
        kept.bytes += text.utf8.count + 1
      } else {
        var omission = kept.omission ?? (message, 0, 0)
        omission.count += 1
        if isError { omission.errors += 1 }
        kept.omission = omission
      }
    }
  }

  /// The messages as a JSON array.
  var encoded: String {
    let (texts, omission) = kept.withLock { ($0.texts, $0.omission.map(Self.message)) }
    return "[\((texts + (omission.map { [$0.json(cutTo: Self.longest).encoded] } ?? [])).joined(separator: ","))]"
  }

  /// The message about those that were left out: an error if they include errors, else a note.
  private static func message(_ omission: (first: PluginMessage, count: Int, errors: Int)) -> PluginMessage {
    let errors = omission.errors > 0 ? ", \(omission.errors) of them errors" : ""
    return PluginMessage(
      component: omission.first.component, level: omission.errors > 0 ? .error : .note,
      text: "messages left out: \(omission.count)\(errors)")
  }
}
