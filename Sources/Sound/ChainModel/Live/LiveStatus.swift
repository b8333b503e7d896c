/// The status of a chain on a device.
public struct LiveStatus: Hashable, Sendable {
  /// What is heard of a component.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// The component's sound is heard.
    case runs
    /// The component is bypassed: its input is heard.
    case bypassed
    /// Nothing is heard, because the component was too loud or its samples weren't finite.
    case muted
    /// Its input is heard, because a component of the chain requires blocks of one length and the device's have
    /// another. MIDI is lost meanwhile.
    case unsuited
    /// Its process has failed: its input is heard. It may be restarted.
    case fallen
  }

  /// One component of the chain.
  public struct Stage: Hashable, Sendable {
    /// The number that identifies it in edits.
    public var number: UnitNumber
    /// The URI of the component.
    public var component: String
    /// The name of the component.
    public var name: String
    /// What is heard of it.
    public var state: State
    /// The latency that it reports, in frames.
    public var latency: Int
    /// The peak of its output, linear; falls by 12 dB a second.
    public var peak: Float
    /// The share of the cycle that it has taken recently; 0 without a deadline.
    public var load: Float
    /// The number of times that it has been muted.
    public var muted: Int
    /// The number of blocks that its process has not rendered in time.
    public var missed: Int

    package init(
      number: UnitNumber, component: String, name: String, state: State, latency: Int, peak: Float, load: Float,
      muted: Int, missed: Int
    ) {
      self.number = number
      self.component = component
      self.name = name
      self.state = state
      self.latency = latency
      self.peak = peak
      self.load = load
      self.muted = muted
      self.missed = missed
    }
  }

  /// The components, in the order of the signal.
  public var stages: [Stage]
  /// The latency of all components, in frames.
  public var latency: Int
  /// The number of rendered cycles.
  public var blocks: UInt64
  /// The peak of the input, linear; falls by 12 dB a second.
  public var inputPeak: Float
  /// The peak of the output, linear; falls by 12 dB a second.
  public var outputPeak: Float
  /// The share of the cycle that the chain has taken recently; 0 without a deadline.
  public var load: Float
  /// The number of times that an input has been muted.
  public var inputsMuted: Int

  package init(
    stages: [Stage], latency: Int, blocks: UInt64, inputPeak: Float, outputPeak: Float, load: Float, inputsMuted: Int
  ) {
    self.stages = stages
    self.latency = latency
    self.blocks = blocks
    self.inputPeak = inputPeak
    self.outputPeak = outputPeak
    self.load = load
    self.inputsMuted = inputsMuted
  }
}

/// Identifies a component of a live chain. The number is never used again; it stays the same when the component is
/// moved, gets a preset or is restarted.
public struct UnitNumber: Hashable, Sendable {
  /// The number, counted from 1.
  public let value: UInt32

  /// The component with this number, if there is one.
  public init(value: UInt32) { self.value = value }
}
