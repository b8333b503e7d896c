internal import CLV2Host

/// A chain that renders.
///
/// The render thread owns it. Everything else reaches it through ``control``.
public struct RunningChain: ~Copyable {
  private let loaded: LoadedChain
  private let realtime: UnsafeMutablePointer<RealtimeChain>

  init(_ loaded: LoadedChain) {
    self.loaded = loaded
    realtime = loaded.realtime
  }

  /// Computes one block.
  ///
  /// Real-time safe, which the compiler has proved as far as this library's own code goes: no lock, no allocation, no call of
  /// the system. Denormal numbers count as zero meanwhile (FTZ and DAZ), and the thread has its own rules back afterwards.
  ///
  /// - Parameters:
  ///   - inputs: a pointer to each input channel; nil for a chain without inputs.
  ///   - outputs: a pointer to each output channel.
  ///   - frames: any number; exactly ``blockLength`` where ``isFixed``.
  ///   - events: MIDI messages, in the order of their frames.
  @_noLocks public func render(
    _ inputs: UnsafePointer<UnsafePointer<Float>>?, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int,
    events: UnsafeBufferPointer<MIDIEvent>
  ) {
    let rules = aucatFlushDenormals()
    RealtimeChain.render(realtime, from: inputs, to: outputs, events: events, frames: frames)
    aucatSetFloatingPoint(rules)
  }

  /// Computes one block without MIDI: see ``render(_:_:frames:events:)``.
  @_noLocks public func render(
    _ inputs: UnsafePointer<UnsafePointer<Float>>?, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
  ) {
    render(inputs, outputs, frames: frames, events: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Channels of what goes in.
  public var inputCount: Int { loaded.inputCount }

  /// Channels of what comes out.
  public var outputCount: Int { loaded.outputCount }

  /// The longest block, in frames.
  public var blockLength: Int { loaded.settings.blockLength }

  /// Whether every block has to have ``blockLength`` frames, because a component requires it.
  public var isFixed: Bool { loaded.isFixed }

  /// What other threads change and read while the chain renders.
  public var control: ChainControl { ChainControl(loaded) }

  /// Deactivates the plugins.
  public consuming func deactivate() -> StoppedChain {
    loaded.deactivate()
    return StoppedChain(loaded)
  }
}
