/// A chain that a device plays.
///
/// The device's thread calls ``render(_:)``, or that of ``engine``, for each of its cycles. Everything else is for other
/// threads.
public final class LiveChain: Sendable {
  // SAFETY: The caller's memory, as `LiveCycle` describes it.

  /// The number of input channels.
  public let inputCount: Int
  /// The number of output channels.
  public let outputCount: Int

  private let chain: RenderChain

  /// Loads and activates a chain.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings; without any, the input is what is heard.
  ///   - inputs: the device's input channels; 0 if the first component generates the sound.
  ///   - outputs: the device's output channels, at least as many as the chain has. One channel of sound goes to all; if there
  ///     are more but fewer than the device's, the rest is silent.
  ///   - settings: how it is played.
  /// - Throws: ``ChainError`` with the component's name. On failure, nothing stays loaded.
  public init(_ chain: RenderChain, inputs: Int, outputs: Int, settings: LiveSettings) throws(ChainError) {
    self.chain = chain
    inputCount = inputs
    outputCount = outputs
    engine = LiveEngine()
  }

  /// The render thread's handle, which counts no references.
  public let engine: LiveEngine

  /// Renders a cycle. Real-time safe; for one thread at a time.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) { engine.render(cycle) }

  /// Whether a component takes MIDI.
  public var takesMIDI: Bool { false }

  /// Whether a component sends MIDI.
  public var sendsMIDI: Bool { false }

  /// The chain's latency in frames, as of the last cycle.
  public var latency: Int { 0 }

  /// What it is doing now.
  public var status: LiveStatus {
    LiveStatus(stages: [], latency: 0, blocks: 0, inputPeak: 0, outputPeak: 0, load: 0, inputsMuted: 0)
  }

  /// The oldest event that has not been taken yet; nil if there is none. What finds no room is dropped.
  public func nextEvent() -> LiveEvent? { nil }

  /// The chain with its components' parameters, bypasses and states as they are now, also while it is rendered.
  ///
  /// - Throws: ``ChainError`` with the component whose state can't be saved.
  public func saved() throws(ChainError) -> RenderChain { chain }

  /// Deactivates the components, after the last cycle. Without this call, the chain does it when it is released.
  public func deactivate() {}
}
