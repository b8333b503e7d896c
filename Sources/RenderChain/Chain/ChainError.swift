/// Why a chain could not be built or rendered. What was there before is unchanged.
public struct ChainError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error.
  public enum Code: CaseIterable, Hashable, Sendable {
    /// The bundle, or the preset in it, can't be read or says what can't be.
    case description
    /// The plugin requires what this host does not have.
    case unsupported
    /// The binary can't be loaded, or does not have the plugin.
    case library
    /// The plugin refused to start (`instantiate` returned null).
    case instantiation
    /// The chain's channels don't fit the plugin's.
    case channels
    /// There is no such parameter, or the value is not one of its values.
    case parameter
    /// The plugin's state can't be saved or restored.
    case state
    /// The length of a block is not one that the plugin can do with.
    case blockLength
    /// The plugin gave samples that are no numbers.
    case notFinite
    /// The plugin crashed, ended the process or did not come back.
    case failed
    /// Memory is exhausted, or a thread can't be started.
    case system
  }

  /// What kind of error.
  public var code: Code
  /// The component's URI; nil where it is none's.
  public var component: String?
  /// What is wrong, and the remedy where there is one.
  public var detail: String

  /// An error about a component.
  public init(_ code: Code, _ component: String?, _ detail: String) {
    self.code = code
    self.component = component
    self.detail = detail
  }

  /// What and where, in one line.
  public var description: String { component.map { "\($0): \(detail)" } ?? detail }
}
