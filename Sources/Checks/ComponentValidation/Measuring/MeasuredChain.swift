internal import RenderChain

/// A running chain that the measurement feeds block by block.
final class MeasuredChain {
  // SAFETY: Inputs and outputs have `blockLength` frames, no block is longer, and `memory` keeps them. Only this
  // thread renders.

  private let loaded: LoadedStages
  private let running: RunningChain
  private let control: ChainControl
  private let memory = MemoryPool()
  private let inputs: [UnsafeMutablePointer<Float>]
  private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputs: [UnsafeMutablePointer<Float>]

  init(_ loaded: LoadedStages) throws(ChainError) {
    self.loaded = loaded
    running = try StoppedChain(loaded).activate()
    control = running.control
    inputs = try memory.channels(loaded.inputCount, of: loaded.settings.blockLength)
    outputs = try memory.channels(loaded.outputCount, of: loaded.settings.blockLength)
    sources = memory.array(copying: inputs.map { UnsafePointer($0) })
    targets = memory.array(copying: outputs)
  }

  var blockLength: Int { loaded.settings.blockLength }
  var sampleRate: Double { loaded.settings.sampleRate }
  var inputCount: Int { loaded.inputCount }
  var stages: [LoadedStage] { loaded.stages }

  /// Renders the next block of a sound.
  func render(_ sound: inout SoundMaker) {
    let events = sound.events(frames: blockLength)
    sound.fill(inputs, frames: blockLength)
    render(events)
  }

  /// Renders a block of silence, except for one sample in each channel.
  ///
  /// - Parameter impulse: its place and value; nil for none.
  func render(impulse: (frame: Int, value: Float)?, events: [MIDIMessage] = []) {
    for channel in inputs {
      channel.update(repeating: 0, count: blockLength)
      if let impulse { channel[impulse.frame] = impulse.value }
    }
    render(events)
  }

  /// Renders a block whose inputs are filled.
  private func render(_ events: [MIDIMessage]) {
    events.withEvents { events in
      running.render(
        inputs.isEmpty ? nil : UnsafePointer(sources), into: UnsafePointer(targets), frames: blockLength, events: events
      )
    }
    running.deliverTraces()
  }

  /// The latency that a stage reports after the last block, in frames; nil if it has no port for that.
  func reportedLatency(of stage: Int) -> Double? {
    control.latency(of: stage).map(Double.init)
  }

  /// The largest magnitude of the block's output; infinite if a sample is not finite.
  var outputPeak: Float {
    var peak: Float = 0
    for channel in outputs {
      for frame in 0..<blockLength {
        let magnitude = channel[frame].magnitude
        if !magnitude.isFinite { return .infinity }
        peak = max(peak, magnitude)
      }
    }
    return peak
  }
}
