internal import ComponentModel
internal import Linux
internal import RenderChain

/// A component that plays in a test.
struct TestPlayer: ~Copyable {
  // SAFETY: `memory` has as many channels as the chain, and no block is longer than `blockLength`.

  private let running: RunningChain
  private let memory: PlayMemory
  let control: ChainControl
  /// The outputs for signals other than sound, such as CV.
  let signalOutputs: [ComponentPort]
  /// The inputs for such signals.
  let signalInputs: [ComponentPort]
  /// Whether those get the same signal as the audio inputs. They are silent otherwise.
  var playsSignals = false
  /// Called before each block.
  var beforeBlock: () -> Void = {}

  init(_ stopped: consuming StoppedChain) throws(ChainError) {
    running = try stopped.activate()
    CopiedProcess.end()
    control = running.control
    signalOutputs = running.signalOutputs
    signalInputs = running.signalInputs
    memory = PlayMemory(inputs: running.inputCount, outputs: running.outputCount, blockLength: running.blockLength)
  }

  consuming func stop() -> StoppedChain {
    let stopped = running.deactivate()
    CopiedProcess.end()
    return stopped
  }

  /// Plays a signal.
  ///
  /// - Parameters:
  ///   - frames: rounded up to whole blocks if all must have the same length.
  ///   - blocks: the lengths of blocks, in turn, not all of them 0; nil for the longest.
  ///   - events: returns the MIDI of a block, given its first frame and its length.
  func play(
    _ signal: TestSignal, frames: Int, blocks: [Int]? = nil, events: (Int, Int) -> [MIDIMessage] = { _, _ in [] }
  ) -> HeardSound {
    var (signal, done, turn) = (signal, 0, 0)
    var heard = HeardSound(channels: Array(repeating: [], count: running.outputCount))
    for channel in heard.channels.indices { heard.channels[channel].reserveCapacity(frames) }
    heard.signals = signalOutputs.map { ($0.symbol, []) }
    while done < frames {
      let wanted = blocks.map { $0[turn % $0.count] } ?? running.blockLength
      let count = running.isFixed ? running.blockLength : min(wanted, running.blockLength, frames - done)
      if count == 0 {
        beforeBlock()
        if !running.renderNothing() { heard.hasWrittenNoFrames = true }
        CopiedProcess.end()
        turn += 1
        continue
      }
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

  private func render(_ frames: Int, _ events: [MIDIMessage]) {
    beforeBlock()
    events.withEvents { events in
      running.render(
        running.inputCount == 0 ? nil : UnsafePointer(memory.sources), into: UnsafePointer(memory.targets),
        frames: frames, events: events)
    }
    CopiedProcess.end()
  }
}

/// A player that a closure can hold.
final class SharedPlayer: @unchecked Sendable {
  // SAFETY: One thread at a time calls it: the thread that waits for the other one has handed it over.

  private let player: TestPlayer
  private let events: (Int, Int) -> [MIDIMessage]
  /// The output of the last sound.
  private(set) var heard = HeardSound(channels: [])

  /// - Parameter events: the MIDI of each sound that it plays.
  init(_ player: consuming TestPlayer, events: @escaping (Int, Int) -> [MIDIMessage]) {
    self.player = player
    self.events = events
  }

  var control: ChainControl { player.control }

  /// See ``TestPlayer/play(_:frames:blocks:events:)``.
  func play(_ signal: TestSignal, frames: Int) {
    heard = player.play(signal, frames: frames, events: events)
  }
}

/// The memory for a block of a component's inputs and outputs.
final class PlayMemory {
  // SAFETY: Each pointer leads to `samples`, which has `blockLength` frames for each channel, and is freed with this object.

  private let samples: UnsafeMutablePointer<Float>
  private let blockLength: Int
  let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

  init(inputs: Int, outputs: Int, blockLength: Int) {
    self.blockLength = blockLength
    let count = max(1, (inputs + outputs) * blockLength)
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    sources = .allocate(capacity: max(1, inputs))
    targets = .allocate(capacity: max(1, outputs))
    for channel in 0..<inputs { (sources + channel).initialize(to: UnsafePointer(samples + channel * blockLength)) }
    for channel in 0..<outputs { (targets + channel).initialize(to: samples + (inputs + channel) * blockLength) }
  }

  deinit {
    samples.deallocate()
    sources.deallocate()
    targets.deallocate()
  }

  /// Sets a sample of an input.
  func set(_ channel: Int, _ frame: Int, _ value: Float) { samples[channel * blockLength + frame] = value }

  /// The first samples of an output.
  func output(_ channel: Int, _ count: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: targets[channel], count: count)
  }
}

/// Copies of the process, which a component makes with `fork(2)` and lets continue as if they were the host.
///
/// A copy that continued with the tests would itself be copied by the next instance, and so on without end.
enum CopiedProcess {
  private static let original = CurrentProcess.identifier

  /// Records that this process is the original.
  static func begin() { _ = original }

  /// Ends this process if it is a copy. Call it after each call of the component.
  static func end() { if CurrentProcess.identifier != original { CurrentProcess.endAtOnce(status: 0) } }
}
