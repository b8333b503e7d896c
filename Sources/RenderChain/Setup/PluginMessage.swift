/// A line that a plugin logs, or one about its bundle.
public struct PluginMessage: Hashable, Sendable {
  /// The severity of a message.
  public enum Level: String, Hashable, Sendable {
    case error, warning, note, trace
  }

  /// The plugin's URI.
  public var component: String
  /// Its severity.
  public var level: Level
  /// The text, without the line terminator.
  public var text: String
}
