import Foundation
import RenderChain

/// A sound: channels of samples.
typealias Samples = [[Float]]

extension Samples {
  /// A sound whose every sample tells its channel and frame: no two are alike.
  static func steps(_ frames: Int, channels: Int = 1) -> Samples {
    (0..<channels).map { channel in
      (0..<frames).map { Float($0 + 1) / 65_536 * (channel % 2 == 0 ? 1 : -1) + Float(channel) / 16 }
    }
  }

  /// A sound that stands still.
  static func constant(_ value: Float, _ frames: Int, channels: Int = 1) -> Samples {
    Samples(repeating: [Float](repeating: value, count: frames), count: channels)
  }

  /// One sample of 1, and silence.
  static func impulse(_ frames: Int, at frame: Int = 0, channels: Int = 1) -> Samples {
    constant(0, frames, channels: channels).map { channel in
      var channel = channel
      channel[frame] = 1
      return channel
    }
  }

  /// Stereo noise that is the same each time.
  static func noise(_ frames: Int) -> Samples {
    var state: UInt32 = 1
    return (0..<2).map { _ in
      (0..<frames).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state)) / Float(Int32.max) / 4
      }
    }
  }

  /// The samples of some frames.
  func frames(_ range: Range<Int>) -> Samples { map { [Float]($0[range]) } }

  /// A stereo sine at half of full scale and 48 kHz: each call gives the next 64 frames.
  static func wave(_ hertz: Double) -> () -> Samples {
    var frame = 0
    return {
      defer { frame += 64 }
      let wave = (0..<64).map { Float(0.5 * sin(2 * .pi * hertz * Double(frame + $0) / 48_000)) }
      return [wave, wave]
    }
  }

  /// The frames that a function renders into memory; what it doesn't write is NaN.
  func rendered(
    outputs: Int, frames: Int,
    by render: (UnsafePointer<UnsafePointer<Float>>?, UnsafePointer<UnsafeMutablePointer<Float>>) -> Void
  ) -> Samples {
    let room = Swift.max(frames, 1)
    func channels(_ count: Int) -> [UnsafeMutablePointer<Float>] {
      (0..<count).map { _ in
        let channel = UnsafeMutablePointer<Float>.allocate(capacity: room)
        channel.initialize(repeating: .nan, count: room)
        return channel
      }
    }
    let (sources, targets) = (channels(count), channels(outputs))
    defer { for channel in sources + targets { channel.deallocate() } }
    for (source, samples) in zip(sources, self) {
      for (frame, sample) in samples.prefix(Swift.max(frames, 0)).enumerated() { source[frame] = sample }
    }
    sources.map { UnsafePointer($0) }.withUnsafeBufferPointer { sources in
      targets.withUnsafeBufferPointer { targets in
        if let target = targets.baseAddress { render(sources.baseAddress, target) }
      }
    }
    return targets.map { [Float](UnsafeBufferPointer(start: $0, count: Swift.max(frames, 0))) }
  }

  /// Every sample times a number.
  func times(_ factor: Float) -> Samples { map { $0.map { $0 * factor } } }

  /// The largest difference of two neighbours.
  var largestStep: Float {
    map { channel in zip(channel, channel.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }.max() ?? 0
  }
}

/// Samples that are read like a file.
final class SampleSource: FrameSource {
  private let samples: Samples
  private var position = 0

  init(_ samples: Samples) { self.samples = samples }

  var channelCount: Int { samples.count }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = Swift.min(count, (samples.first?.count ?? 0) - position)
    for (index, channel) in channels.enumerated() {
      for frame in 0..<frames { channel[frame] = samples[index][position + frame] }
    }
    position += frames
    return frames
  }
}

/// Samples that are written like a file.
final class SampleSink: FrameSink {
  private(set) var samples: Samples

  init(_ channels: Int) { samples = Samples(repeating: [], count: channels) }

  func write(_ channels: [UnsafePointer<Float>], count: Int) {
    for index in samples.indices {
      samples[index].append(contentsOf: UnsafeBufferPointer(start: channels[index], count: count))
    }
  }
}

/// A chain that a test renders block by block, as a host with a device does.
struct Player: ~Copyable {
  let chain: RunningChain
  let control: ChainControl

  init(_ chain: consuming RunningChain) {
    control = chain.control
    self.chain = chain
  }

  /// Renders a sound in one call.
  func play(_ input: Samples, _ events: [MIDIMessage] = []) -> Samples {
    play(input, frames: input.first?.count ?? 0, events)
  }

  /// Renders so many frames in one call.
  func play(_ input: Samples, frames: Int, _ events: [MIDIMessage] = []) -> Samples {
    input.rendered(outputs: chain.outputCount, frames: frames) { sources, targets in
      events.withEvents { chain.render(sources, into: targets, frames: frames, events: $0) }
    }
  }

  /// Renders so many blocks of a sound that stands still.
  func play(_ value: Float, blocks: Int, of frames: Int = 512) -> Samples {
    var sound = Samples(repeating: [], count: chain.outputCount)
    for _ in 0..<blocks {
      let block = play(.constant(value, frames, channels: chain.inputCount), frames: frames)
      for channel in sound.indices { sound[channel] += block[channel] }
    }
    return sound
  }

  /// What a control port of a stage holds.
  func value(_ symbol: String, of stage: Int = 0) throws -> Float { try control.value(symbol, of: stage) }

  /// What several control ports hold.
  func values(_ symbols: [String], of stage: Int = 0) throws -> [Float] { try symbols.map { try value($0, of: stage) } }

  /// Deactivates the chain.
  consuming func stop() -> StoppedChain { chain.deactivate() }
}
