/// Why a chain could not be built or rendered. What existed before is unchanged.
public struct ChainError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Code: CaseIterable, Hashable, Sendable {
    /// The bundle, or the preset in it, can't be read or contradicts itself.
    case description
    /// The plugin requires something that this host lacks.
    case unsupported
    /// The binary can't be loaded, or does not contain the plugin.
    case library
    /// The plugin could not be instantiated (`instantiate` returned null).
    case instantiation
    /// The chain's channels don't match the plugin's.
    case channels
    /// There is no such parameter, or the value is not one of its values.
    case parameter
    /// The plugin's state can't be saved or restored.
    case state
    /// The block length does not suit the plugin.
    case blockLength
    /// The plugin produced infinite or NaN samples.
    case nonFinite
    /// The input has infinite or NaN samples.
    case input
    /// The plugin crashed, ended the process, hung, wrote outside its memory, or reported an impossible latency.
    case failed
    /// The machine lacks something: memory is exhausted, a thread or process can't be started, or a bundle can't be
    /// read at the moment.
    case system
  }

  /// What went wrong, as a value that code can test.
  public var cause: Cause
  /// URI of the component that the error is about; nil if it is about the chain or the machine.
  public var component: String?

  /// An error, about a component if one is named.
  public init(_ cause: Cause, component: String? = nil) {
    self.cause = cause
    self.component = component
  }

  /// The kind of the error.
  public var code: Code { cause.code }
  /// What happened, in one line, without the component.
  public var detail: String { cause.description }
  /// What happened and where, in one line.
  public var description: String { component.map { "\($0): \(detail)" } ?? detail }
}
