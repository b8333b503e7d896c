internal import Linux

/// How a chain is rendered from beginning to end.
public struct RenderOptions: Hashable, Sendable {
  /// How long to continue after the end of the input.
  public enum Tail: Hashable, Sendable {
    /// This many seconds.
    case seconds(Double)
    /// Until two seconds are quieter than -90 dBFS, but at most 30 s. The quiet end is dropped.
    case automatic
  }

  /// What follows the input.
  public var tail = Tail.automatic
  /// Whether latency is compensated: dropped at the start and flushed at the end.
  public var compensatesLatency = true
  /// Latency that components have without reporting it, in frames, which is compensated, too.
  package var unreportedLatency = 0
  /// Whether a component with one input runs once for each channel, however many outputs it has. Of each instance, the output
  /// is heard that has the channel's place.
  package var splitsChannels = false
  /// Whether infinities and NaNs pass through; they end the render otherwise.
  public var allowsNonFinite = false
  /// Beats per minute.
  public var tempo: Double?
  /// What is set while the sound is rendered, by ascending frames.
  package var changes: [RenderChange] = []
  /// Whether the MIDI that the chain sends is kept: ``RenderReport/messages``.
  public var keepsMessages = false
  /// How many threads render different parts of the sound at once. The result is the same.
  public var jobs = 1

  /// How many processors this process may use.
  public static var processorCount: Int { CurrentProcess.processorCount }

  /// The usual options.
  public init() {}
}
