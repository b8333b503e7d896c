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
    /// For debugging (`log:Trace`), also from the render thread.
    case trace
  }

  /// The plugin's URI.
  public var component: String
  /// Its severity.
  public var level: Level
  /// The text, without the line terminator.
  public var text: String
}
