internal import Linux

/// How a chain is rendered from beginning to end.
public struct RenderOptions: Hashable, Sendable {
  /// How long the chain is heard after the input has ended.
  public enum Tail: Hashable, Sendable {
    /// This many seconds.
    case seconds(Double)
    /// Until half a second is quieter than -90 dBFS, and no longer than 30 s. The quiet end is left out.
    case automatic
  }

  /// What follows the input.
  public var tail = Tail.automatic
  /// Whether the frames by which the chain delays are left out at the beginning, and rendered at the end.
  public var compensatesLatency = true
  /// Whether samples that are no numbers are rendered like others.
  public var allowsNotFinite = false
  /// Beats a minute.
  public var tempo: Double?
  /// How many threads render: components then work at the same time on different parts of the sound. The result is the same.
  public var jobs = 1

  /// How many processors this process may use.
  public static var processors: Int { CurrentProcess.processorCount }

  /// The usual options.
  public init() {}
}
