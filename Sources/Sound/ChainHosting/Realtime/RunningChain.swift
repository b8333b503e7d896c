public import AudioFiles
internal import CLV2Host
package import ComponentModel
public import MIDI

/// A chain that renders.
///
/// The render thread owns it. Everything else reaches it through ``control``.
public struct RunningChain: ~Copyable {
  // SAFETY: `loaded` owns the memory that `realtime` leads to. The caller passes as many channel pointers as there are
  // channels, with `frames` samples each; only the render thread calls `render`, because the type can't be copied.

  private let loaded: LoadedStages
  private let realtime: UnsafeMutablePointer<RealtimeChain>

  init(_ loaded: LoadedStages) throws(ChainError) {
    self.loaded = loaded
    realtime = try loaded.realtimeChain()
  }

  /// Renders one block.
  ///
  /// Real-time safe: the compiler proves that this library's own code takes no lock and allocates nothing. Denormals
  /// are flushed to zero during the call (FTZ and DAZ); the thread's own mode is restored afterwards.
  ///
  /// - Parameters:
  ///   - inputs: a pointer to each input channel; nil for a chain without inputs.
  ///   - outputs: a pointer to each output channel.
  ///   - frames: any number; exactly ``blockLength`` if ``isFixed``.
  ///   - events: MIDI, in the order of its frames: see `withEvents(from:_:)` of messages.
  @_noLocks public func render(
    _ inputs: UnsafePointer<UnsafePointer<Float>>?, into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    frames: Int,
    events: UnsafeBufferPointer<MIDIEvent>
  ) {
    let rules = aucatFlushDenormals()
    RealtimeChain.render(realtime, from: inputs, to: outputs, events: events, frames: frames)
    aucatSetFloatingPoint(rules)
  }

  /// Renders one block without MIDI: see ``render(_:into:frames:events:)``.
  @_noLocks public func render(
    _ inputs: UnsafePointer<UnsafePointer<Float>>?, into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    frames: Int
  ) {
    render(inputs, into: outputs, frames: frames, events: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Runs the plugins with 0 frames, which ``render(_:into:frames:)`` never does, for testing a plugin. Not real-time safe.
  ///
  /// - Returns: whether the last plugin has left the memory of the chain's outputs alone, and the first one that of its
  ///   ``signalOutputs``.
  package func renderNothing() -> Bool {
    let outputs = (0..<outputCount).map { realtime.pointee.outputs[$0] } + loaded.stages[0].signalOutputs.map(\.samples)
    let mark = Float(bitPattern: 0x7FC0_A5A5)
    for output in outputs { output.update(repeating: mark, count: blockLength) }
    let rules = aucatFlushDenormals()
    RealtimeChain.renderNothing(realtime)
    aucatSetFloatingPoint(rules)
    let isIntact = outputs.allSatisfy { output in
      (0..<blockLength).allSatisfy { output[$0].bitPattern == mark.bitPattern }
    }
    for output in outputs { output.update(repeating: 0, count: blockLength) }
    return isIntact
  }

  /// Whether a component sends MIDI.
  package var sendsMIDI: Bool { realtime.pointee.sender != nil }

  /// The MIDI of the chain's last sender in the last block, with frames counted from its start. Not real-time safe.
  package var sentMessages: [MIDIMessage] {
    guard let sender = realtime.pointee.sender else { return [] }
    let urids = loaded.host.pointee.urids
    var events = RealtimeEvents(sender.sent.sequence, capacity: sender.sent.capacity, type: urids.sequence)
    var messages: [MIDIMessage] = []
    while let event = events.nextEvent() {
      let body = UnsafeRawBufferPointer(
        start: UnsafeRawPointer(event) + MemoryLayout<LV2_Atom_Event>.size, count: Int(event.pointee.body.size))
      messages.append(MIDIMessage(frame: Int(event.pointee.time.frames), bytes: Array(body)))
    }
    return messages
  }

  /// The number of input channels.
  public var inputCount: Int { loaded.inputCount }

  /// The number of output channels.
  public var outputCount: Int { loaded.outputCount }

  /// The longest block, in frames.
  public var blockLength: Int { loaded.settings.blockLength }

  /// Whether every block must have ``blockLength`` frames, because a component requires it.
  public var isFixed: Bool { loaded.host.pointee.isFixed }

  /// Controls the chain from other threads while it renders.
  public var control: ChainControl { ChainControl(loaded) }

  /// Whether the first plugin has changed the samples of the chain's inputs in the last block.
  ///
  /// - Parameters:
  ///   - inputs: the samples that were rendered.
  ///   - frames: the length of the block, which must have been rendered as a whole.
  package func hasChangedInputs(_ inputs: UnsafePointer<UnsafePointer<Float>>, frames: Int) -> Bool {
    (0..<inputCount).contains { channel in
      let samples = realtime.pointee.inputs[channel]
      return (0..<frames).contains { samples[$0].bitPattern != inputs[channel][$0].bitPattern }
    }
  }

  /// The outputs of the first component for signals that aren't channels of the chain, such as CV.
  package var signalOutputs: [ComponentPort] { loaded.stages[0].signalOutputs.map(\.port) }

  /// The last block at one of ``signalOutputs``.
  ///
  /// - Parameter frames: the length of that block.
  package func signal(_ index: Int, frames: Int) -> [Float] {
    Array(UnsafeBufferPointer(start: loaded.stages[0].signalOutputs[index].samples, count: frames))
  }

  /// The inputs of the first component for signals that aren't channels of the chain, silent until they are set.
  package var signalInputs: [ComponentPort] { loaded.stages[0].signalInputs.map(\.port) }

  /// Sets a sample of the next block at one of ``signalInputs``.
  ///
  /// - Parameter frame: its place in the block, below ``blockLength``.
  package func setSignal(_ index: Int, _ frame: Int, to value: Float) {
    precondition((0..<blockLength).contains(frame))
    loaded.stages[0].signalInputs[index].samples[frame] = value
  }

  /// The first component's control outputs, with their values after the last block.
  package var controlOutputs: [(symbol: String, value: Float)] {
    let readings = realtime.pointee.stages[0].parameters.readings
    return loaded.stages[0].record.ports.filter { $0.kind == .control && $0.direction == .output }
      .map { ($0.symbol, readings[$0.index].read()) }
  }

  /// Delivers plugins' traces. Not real-time safe.
  package func deliverTraces() { loaded.deliverTraces() }

  /// Deactivates the plugins, and keeps them loaded.
  public consuming func deactivate() -> StoppedChain {
    loaded.deactivate()
    return StoppedChain(loaded)
  }
}

extension RunningChain {
  // SAFETY: The number and length of the channels are checked here, and the buffers live as long as the call.

  /// Renders the next frames from one buffer to another, without MIDI. A number of channels other than the chain's, a
  /// format other than the standard one, or too little room is a programming error.
  ///
  /// - Parameters:
  ///   - input: standard format with at least as many frames; nil for a chain without inputs.
  ///   - output: standard format with room for as many frames; its length is set.
  ///   - frames: see ``render(_:into:frames:events:)``.
  public func render(_ input: AudioBuffer?, into output: AudioBuffer, frames: Int) {
    precondition(frames >= 0 && output.fits(channels: outputCount, frames: frames), "the output buffer")
    precondition(input?.fits(channels: inputCount, frames: frames) ?? (inputCount == 0), "the input buffer")
    guard let targets = output.float32Channels?.baseAddress else { return }
    let sources = input?.float32Channels?.baseAddress.map {
      UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<Float>.self)
    }
    render(sources, into: targets, frames: frames)
    output.frameLength = frames
  }
}

extension AudioBuffer {
  fileprivate func fits(channels: Int, frames: Int) -> Bool {
    format.isStandard && format.channelCount == channels && frameCapacity >= frames
  }
}
