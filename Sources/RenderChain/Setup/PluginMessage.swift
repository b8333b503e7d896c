/// A line that a plugin logs.
public struct PluginMessage: Hashable, Sendable {
  /// How much it matters.
  public enum Level: String, Hashable, Sendable {
    case error, warning, note, trace
  }

  /// The plugin's URI.
  public var component: String
  /// How much it matters.
  public var level: Level
  /// The text, without the line's end.
  public var text: String
}
