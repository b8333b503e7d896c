/// What a chain on a device is doing.
public struct LiveStatus: Hashable, Sendable {
  /// What is heard of a component.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Its sound.
    case runs
    /// Its input, as the user wishes.
    case bypassed
    /// Nothing, because it was too loud or its samples weren't numbers.
    case muted
    /// Its input: a component of the chain requires blocks of one length, and the device's have another. MIDI is lost meanwhile.
    case unsuited
    /// Its input: its process has failed. It may be restarted.
    case fallen
  }

  /// One component.
  public struct Stage: Hashable, Sendable {
    /// By which edits name it.
    public var number: UnitNumber
    /// The component's URI.
    public var component: String
    /// Its name.
    public var name: String
    /// Whether it is heard, and how loud.
    public var state: State
    /// In frames.
    public var latency: Int
    /// Of its output, linear; falls by 12 dB a second.
    public var peak: Float
    /// The share of the cycle that it takes, lately; 0 without a deadline.
    public var load: Float
    /// How often it has been muted.
    public var muted: Int
    /// How many blocks its process has not rendered in time.
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
  /// How many cycles have been rendered.
  public var blocks: UInt64
  /// Of what comes in, linear; falls by 12 dB a second.
  public var inputPeak: Float
  /// Of what goes out.
  public var outputPeak: Float
  /// The share of the cycle that the chain takes, lately; 0 without a deadline.
  public var load: Float
  /// How often an input has been muted.
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

/// A component of a live chain. The number is never used again; it stays as the component is moved, gets a preset or is restarted.
public struct UnitNumber: Hashable, Sendable {
  /// From 1.
  public let value: UInt32

  /// The component with this number, if there is one.
  public init(value: UInt32) { self.value = value }
}
