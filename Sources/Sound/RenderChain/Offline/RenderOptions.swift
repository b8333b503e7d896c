internal import Linux

/// How a chain is rendered from beginning to end.
public struct RenderOptions: Hashable, Sendable {
  /// How long to continue after the end of the input.
  public enum Tail: Hashable, Sendable {
    /// A tail of exactly this many seconds.
    case seconds(Double)
    /// A tail that lasts until two seconds are quieter than -90 dBFS, but at most 30 s. The quiet end is dropped.
    case automatic
  }

  /// The tail, which follows the input.
  public var tail = Tail.automatic
  /// Whether latency is compensated for: dropped at the start and flushed at the end.
  public var compensatesLatency = true
  /// Latency that components have but don't report, in frames, which is also compensated for.
  package var unreportedLatency = 0
  /// Whether a component with one input runs once for each channel, however many outputs it has. The output of each
  /// instance that corresponds to its channel is heard.
  package var splitsChannels = false
  /// Whether infinities and NaNs pass through; they end the render otherwise.
  public var allowsNonFinite = false
  /// The tempo for plugins, in beats per minute.
  public var tempo: Double?
  /// Changes of settings during the render, in ascending order of their frames.
  package var changes: [RenderChange] = []
  /// Whether the MIDI that the chain sends is kept: see ``RenderReport/messages``.
  public var keepsMessages = false
  /// The number of threads that render different parts of the sound at the same time. It doesn't affect the result.
  public var jobs = 1

  /// The number of processors that this process may use.
  public static var processorCount: Int { CurrentProcess.processorCount }

  /// Creates options with default values.
  public init() {}
}
