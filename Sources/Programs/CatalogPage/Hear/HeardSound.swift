internal import AudioFiles
internal import AudioSources

/// Sound in memory, in the format that the page receives.
struct HeardSound: Sendable {
  /// The sample rate in hertz.
  var sampleRate: Double
  /// The samples of each channel, equally long.
  var channels: [[Float]]

  var frames: Int { channels.first?.count ?? 0 }

  /// The loudness in LUFS; nil for silence.
  var loudness: Double? {
    var meter = LoudnessMeter(sampleRate: sampleRate, channelCount: channels.count)
    meter.add(channels)
    return meter.integrated
  }

  /// The samples as 32-bit floats in little-endian order, one channel after the other.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(channels.count * frames * 4)
    for sample in channels.joined() {
      let pattern = sample.bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: pattern >> shift)) }
    }
    return bytes
  }

  init(sampleRate: Double, channels: [[Float]]) { (self.sampleRate, self.channels) = (sampleRate, channels) }

  /// Reads a source to its end.
  init(_ source: some AudioSource) throws {
    let collected = SoundCollector(channelCount: source.channelCount)
    let block = AudioBuffer(format: source.format, frameCapacity: 4_096)
    guard let channels = block.float32Channels else { preconditionFailure("a source gives floats") }
    // SAFETY: The buffer outlives the reads, and has room for as many frames as each may give.
    let memory = Array(channels)
    while true {
      let count = try withExtendedLifetime(block) { try source.read(into: memory, count: 4_096) }
      if count == 0 { break }
      try withExtendedLifetime(block) { try collected.write(memory.map { UnsafePointer($0) }, count: count) }
    }
    self.init(sampleRate: source.format.sampleRate, channels: collected.channels)
  }

  /// This sound, followed by silence.
  func padded(seconds: Double) -> HeardSound {
    let silence = Array(repeating: Float(0), count: Int(seconds * sampleRate))
    return HeardSound(sampleRate: sampleRate, channels: channels.map { $0 + silence })
  }

  /// Silence, for components that make their own sound.
  static func silence(frames: Int, sampleRate: Double) -> HeardSound {
    HeardSound(sampleRate: sampleRate, channels: [Array(repeating: 0, count: frames)])
  }

  /// This sound with another number of channels: mono is copied to all of them, and stereo becomes mono, with each
  /// channel at half its level.
  func mixed(to count: Int) -> HeardSound {
    if channels.count == count || count == 0 { return self }
    if count == 1 {
      let sum = (0..<frames).map { frame in channels.reduce(0) { $0 + $1[frame] } / Float(channels.count) }
      return HeardSound(sampleRate: sampleRate, channels: [sum])
    }
    return HeardSound(sampleRate: sampleRate, channels: (0..<count).map { channels[$0 % channels.count] })
  }
}

/// A sound as the source of a render.
final class HeardSource: FrameSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.
  let channelCount: Int
  private let sound: HeardSound
  private var position = 0

  /// - Parameter channelCount: 0 for a component without inputs, which sounds as long as the sound lasts.
  init(_ sound: HeardSound, channelCount: Int) {
    self.sound = sound.mixed(to: channelCount)
    self.channelCount = channelCount
  }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = min(count, sound.frames - position)
    for (index, channel) in channels.enumerated() {
      for frame in 0..<frames { channel[frame] = sound.channels[index][position + frame] }
    }
    position += frames
    return frames
  }
}

/// Collects the output of a render, up to a length.
final class SoundCollector: FrameSink {
  // SAFETY: Each channel has `count` samples, as a `FrameSink` requires.
  private(set) var channels: [[Float]]

  init(channelCount: Int) { channels = Array(repeating: [], count: channelCount) }

  func write(_ samples: [UnsafePointer<Float>], count: Int) throws {
    for index in channels.indices {
      channels[index].append(contentsOf: UnsafeBufferPointer(start: samples[index], count: count))
    }
  }
}
