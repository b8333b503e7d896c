import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// Channels of samples, to be compared.
typealias Sound = [[Double]]

extension AudioBuffer {
  /// A buffer of these samples.
  static func of(
    _ sound: Sound, _ type: SampleType = .float64, isInterleaved: Bool = false, rate: Double = 48_000,
    layout: ChannelLayout? = nil
  ) throws -> AudioBuffer {
    let layout = layout ?? .standard(channelCount: sound.count)
    func make(_ type: SampleType, _ isInterleaved: Bool) throws -> AudioBuffer {
      AudioBuffer(
        format: try AudioFormat(
          sampleType: type, sampleRate: rate, channelCount: sound.count, isInterleaved: isInterleaved, layout: layout),
        frameCapacity: sound[0].count)
    }
    let exact = try make(.float64, false)
    exact.frameLength = exact.frameCapacity
    for (channel, samples) in sound.enumerated() {
      for (frame, value) in samples.enumerated() { exact.float64Channels?[channel][frame] = value }
    }
    let buffer = try make(type, isInterleaved)
    buffer.convert(from: exact)
    return buffer
  }

  /// The buffer's samples.
  func sound() throws -> Sound {
    let exact = AudioBuffer(
      format: try AudioFormat(
        sampleType: .float64, sampleRate: format.sampleRate, channelCount: format.channelCount, isInterleaved: false,
        layout: format.layout), frameCapacity: frameLength)
    exact.convert(from: self)
    let channels = try demand(exact.float64Channels)
    return (0..<format.channelCount).map { channel in (0..<frameLength).map { channels[channel][$0] } }
  }
}

extension AudioFile {
  /// All samples from the position to the end, read in pieces.
  func sound(piece: Int = 1_000) throws -> Sound {
    let buffer = AudioBuffer(format: processingFormat, frameCapacity: piece)
    var sound = Sound(repeating: [], count: processingFormat.channelCount)
    while true {
      try read(into: buffer)
      if buffer.frameLength == 0 { return sound }
      for (channel, samples) in try buffer.sound().enumerated() { sound[channel] += samples }
    }
  }
}

/// Writes a whole file.
func write(_ sound: Sound, to path: String, _ format: AudioFileFormat, piece: Int = 700) throws {
  let writer = try AudioFileWriter(writing: path, format: format)
  var start = 0
  while start < sound[0].count {
    let end = min(start + piece, sound[0].count)
    try writer.write(
      AudioBuffer.of(sound.map { Array($0[start..<end]) }, rate: format.sampleRate, layout: format.layout))
    start = end
  }
  try writer.finish()
}

/// Random samples between -1 and 1 that an encoding holds exactly.
func exactSound(_ encoding: Encoding, channels: Int, frames: Int, _ random: inout SeededGenerator) -> Sound {
  (0..<channels).map { _ in
    (0..<frames).map { _ in
      switch encoding {
      case .int8: Double(Int.random(in: -128...127, using: &random)) / 0x80
      case .int16: Double(Int.random(in: -32_768...32_767, using: &random)) / 0x8000
      case .int24: Double(Int.random(in: -0x80_0000...0x7F_FFFF, using: &random)) / 0x80_0000
      case .int32: Double(Int.random(in: -0x8000_0000...0x7FFF_FFFF, using: &random)) / 0x8000_0000
      case .float64: Double.random(in: -1...1, using: &random)
      default: Double(Float.random(in: -1...1, using: &random))
      }
    }
  }
}

/// A generator with the environment's seed.
func generator(_ purpose: String) -> SeededGenerator {
  let seed = getenv("AUCAT_TEST_SEED").map { ["AUCAT_TEST_SEED": String(cString: $0)] } ?? [:]
  return SeededGenerator(environment: seed, purpose: purpose)
}

/// libsndfile on this machine.
enum InstalledLibrary {
  static let isThere = (try? SoundFileLibrary.load(SoundFileLibrary.name, for: "", "")) != nil
}

/// The error that a body throws.
func failure(_ body: () throws -> Void) -> AudioFileError? {
  do {
    try body()
    return nil
  } catch {
    return error as? AudioFileError
  }
}
