import AudioFiles
import TestSupport
import Testing

/// One type of sample becomes another.
struct ConversionTests {
  private func buffer(
    _ type: SampleType, channels: Int = 1, isInterleaved: Bool = false, frames: Int
  ) throws -> AudioBuffer {
    let format = try AudioFormat(
      sampleType: type, sampleRate: 48_000, channelCount: channels, isInterleaved: isInterleaved,
      layout: .discrete(channels))
    let buffer = AudioBuffer(format: format, frameCapacity: frames)
    buffer.frameLength = frames
    return buffer
  }

  @Test func floatsAreRoundedAndClippedAndOnlyByIntegers() throws {
    for (value, expected) in [
      (0, 0), (-0.0, 0), (1, 32_767), (-1, -32_768), (0.5, 16_384), (-0.5, -16_384), (2, 32_767), (-2, -32_768),
      (.infinity, 32_767), (-.infinity, -32_768), (.nan, 0), (1e300, 32_767), (-1e300, -32_768),
      (0.5 / 32_768, 0), (1.5 / 32_768, 2), (-0.5 / 32_768, 0), (-1.5 / 32_768, -2), (0.51 / 32_768, 1),
      (32_766.5 / 32_768, 32_766), (32_766.6 / 32_768, 32_767), (32_767.4 / 32_768, 32_767),
    ] as [(Double, Int16)] {
      let target = try buffer(.int16, frames: 1)
      target.convert(from: try .of([[value]]))
      verify(target.int16Channels?[0][0], equals: expected, "\(value)")
    }
    for (value, expected) in [
      (1, .max), (-1, .min), (0.5, 1 << 30), (0x1p-31, 1), (0x1p-32, 0), (3 * 0x1p-32, 2), (.nan, 0), (9, .max),
    ] as [(Double, Int32)] {
      let target = try buffer(.int32, frames: 1)
      target.convert(from: try .of([[value]]))
      verify(target.int32Channels?[0][0], equals: expected, "\(value)")
    }
    let values = [0.1, 1e30, -1e30, 0x1p-149, .infinity, -0.0]
    let (single, double) = (try buffer(.float32, frames: 6), try buffer(.float64, frames: 6))
    single.convert(from: try .of([values]))
    double.convert(from: single)
    for (index, value) in values.enumerated() {
      verify(single.float32Channels?[0][index], equals: Float(value))
      verify(double.float64Channels?[0][index], equals: Double(Float(value)))
    }
  }

  @Test func integersSurviveTypesThatHoldTheirBits() throws {
    let source = try buffer(.int16, frames: 65_536)
    let samples = try demand(source.int16Channels?[0])
    for index in 0..<65_536 { samples[index] = Int16(truncatingIfNeeded: index) }
    for type in SampleType.allCases {
      let (middle, back) = (try buffer(type, frames: 65_536), try buffer(.int16, frames: 65_536))
      middle.convert(from: source)
      back.convert(from: middle)
      let result = try demand(back.int16Channels?[0])
      verify((0..<65_536).allSatisfy { result[$0] == samples[$0] }, "\(type)")
      verify(middle.float64Channels.map { $0[0][0x8000] } ?? -1, equals: -1)
    }
    var random = generator("integers through floats")
    let (wide, back) = (try buffer(.int32, frames: 4_096), try buffer(.int32, frames: 4_096))
    let (from, to) = (try demand(wide.int32Channels?[0]), try demand(back.int32Channels?[0]))
    for (type, mask) in [(SampleType.float64, ~Int32(0)), (.float32, ~0xFF)] {
      for index in 0..<4_096 { from[index] = Int32(truncatingIfNeeded: random.next()) & mask }
      let middle = try buffer(type, frames: 4_096)
      middle.convert(from: wide)
      back.convert(from: middle)
      verify((0..<4_096).allSatisfy { to[$0] == from[$0] }, "32 bits through float64, or 24 through float32: \(type)")
    }
  }

  @Test func theOrderOfMemoryIsKept() throws {
    for (channels, isInterleaved) in [1, 2, 3, 7].flatMap({ [($0, true), ($0, false)] }) {
      let source = try buffer(.float32, channels: channels, isInterleaved: isInterleaved, frames: 100)
      let target = try buffer(.float32, channels: channels, isInterleaved: !isInterleaved, frames: 100)
      let (memory, result) = (try demand(source.float32Channels), try demand(target.float32Channels))
      let places = (0..<channels).flatMap { channel in (0..<100).map { (channel, $0) } }
      func sample(
        _ memory: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, _ channel: Int, _ frame: Int, _ isInterleaved: Bool
      )
        -> UnsafeMutablePointer<Float>
      { isInterleaved ? memory[0] + frame * channels + channel : memory[channel] + frame }
      for (channel, frame) in places {
        sample(memory, channel, frame, isInterleaved).pointee = Float(channel * 1000 + frame)
      }
      target.convert(from: source)
      verify(places.allSatisfy { sample(result, $0, $1, !isInterleaved).pointee == Float($0 * 1000 + $1) })
    }
  }
}
