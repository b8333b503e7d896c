package import ComponentModel

/// A line that a plugin logs, or one about its bundle.
public struct PluginMessage: Hashable, Sendable {
  /// The severity of a message.
  public enum Level: String, Hashable, Sendable {
    /// Something failed (`log:Error`).
    case error
    /// Something is doubtful (`log:Warning`).
    case warning
    /// Information (`log:Note`).
    case note
    /// For debugging (`log:Trace`), possibly from the render thread.
    case trace
  }

  /// The URI of the plugin.
  public var component: String
  /// How severe the message is.
  public var level: Level
  /// The text, without the line terminator.
  public var text: String

  /// A message of a component.
  package init(component: String, level: Level, text: String) {
    self.component = component
    self.level = level
    self.text = text
  }
}

extension PluginMessage.Level {
  /// The level for the URI of a message's type; a type that is not LV2's own is a note.
  package init(logType uri: String?) {
    self =
      switch uri {
      case Namespace.log + "Error": .error
      case Namespace.log + "Warning": .warning
      case Namespace.log + "Trace": .trace
      default: .note
      }
  }
}

// Log messages as a child passes them to its parent.
extension PluginMessage {
  /// The message as an object.
  ///
  /// - Parameter length: the maximum length of the text, in Unicode scalars.
  package func json(cutTo length: Int) -> JSON {
    .object([
      ("component", .string(component)), ("level", .string(level.rawValue)),
      ("text", .string(String(text.unicodeScalars.prefix(length)))),
    ])
  }

  /// A message that a child has passed to its parent.
  package init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(
      component: try members.text("component") ?? "",
      level: try members.text("level").flatMap { Level(rawValue: $0) } ?? .note, text: try members.text("text") ?? "")
  }
}
