internal import ComponentModel
internal import RenderChain

/// A component that plays in a test.
struct TestPlayer: ~Copyable {
  // SAFETY: `memory` has as many channels as the chain, and no block is longer than `blockLength`.

  private let running: RunningChain
  private let memory: PlayMemory
  let control: ChainControl
  /// The outputs for other signals than sound, such as CV.
  let signalOutputs: [ComponentPort]
  /// The inputs for such signals.
  let signalInputs: [ComponentPort]
  /// Whether those hear what the audio inputs hear. They are silent otherwise.
  var playsSignals = false
  /// Called before each block.
  var beforeBlock: () -> Void = {}

  /// Activates a component.
  init(_ stopped: consuming StoppedChain) throws(ChainError) {
    running = try stopped.activate()
    CopiedProcess.end()
    control = running.control
    signalOutputs = running.signalOutputs
    signalInputs = running.signalInputs
    memory = PlayMemory(inputs: running.inputCount, outputs: running.outputCount, blockLength: running.blockLength)
  }

  /// Deactivates the component.
  consuming func stop() -> StoppedChain {
    let stopped = running.deactivate()
    CopiedProcess.end()
    return stopped
  }

  /// Plays a signal.
  ///
  /// - Parameters:
  ///   - frames: rounded up to whole blocks where all must have the same length.
  ///   - blocks: the lengths of blocks, in turn; nil for the longest.
  ///   - events: the MIDI of a block that begins at a frame and has a length.
  func play(
    _ signal: TestSignal, frames: Int, blocks: [Int]? = nil, events: (Int, Int) -> [MIDIEvent] = { _, _ in [] }
  ) -> HeardSound {
    var (signal, done, turn) = (signal, 0, 0)
    var heard = HeardSound(channels: Array(repeating: [], count: running.outputCount))
    for channel in heard.channels.indices { heard.channels[channel].reserveCapacity(frames) }
    heard.signals = signalOutputs.map { ($0.symbol, []) }
    while done < frames {
      let wanted = blocks.map { $0[turn % $0.count] } ?? running.blockLength
      let count = running.isFixed ? running.blockLength : min(wanted, running.blockLength, frames - done)
      for frame in 0..<count {
        for channel in 0..<running.inputCount { memory.set(channel, frame, signal.sample(at: done + frame)) }
        guard playsSignals else { continue }
        for index in signalInputs.indices { running.setSignal(index, frame, to: signal.sample(at: done + frame)) }
      }
      render(count, events(done, count))
      if running.hasChangedInputs(memory.sources, frames: count) { heard.hasChangedInputs = true }
      for channel in heard.channels.indices {
        heard.channels[channel].append(contentsOf: memory.output(channel, count))
      }
      for index in signalOutputs.indices { heard.signals[index].samples += running.signal(index, frames: count) }
      done += count
      for (symbol, value) in running.controlOutputs where !value.isFinite && heard.controls[symbol] == nil {
        heard.controls[symbol] = done
      }
      turn += 1
    }
    return heard
  }

  private func render(_ frames: Int, _ events: [MIDIEvent]) {
    beforeBlock()
    events.withUnsafeBufferPointer { events in
      running.render(
        running.inputCount == 0 ? nil : UnsafePointer(memory.sources), into: UnsafePointer(memory.targets),
        frames: frames, events: events)
    }
    CopiedProcess.end()
  }
}
