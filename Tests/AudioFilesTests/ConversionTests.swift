import AudioFiles
import TestSupport
import Testing

/// One type of sample becomes another.
@Suite struct ConversionTests {
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

  @Test(
    arguments: [
      (0, 0), (-0.0, 0), (1, 32_767), (-1, -32_768), (0.5, 16_384), (-0.5, -16_384), (2, 32_767), (-2, -32_768),
      (.infinity, 32_767), (-.infinity, -32_768), (.nan, 0), (1e300, 32_767), (-1e300, -32_768),
      (0.5 / 32_768, 0), (1.5 / 32_768, 2), (-0.5 / 32_768, 0), (-1.5 / 32_768, -2), (0.51 / 32_768, 1),
      (32_766.5 / 32_768, 32_766), (32_766.6 / 32_768, 32_767), (32_767.4 / 32_768, 32_767),
    ] as [(Double, Int16)]) func aFloatIsRoundedAndClipped(value: Double, expected: Int16) throws
  {
    let target = try buffer(.int16, frames: 1)
    target.convert(from: try .of([[value]]))
    #expect(target.int16Channels?[0][0] == expected)
  }

  @Test(
    arguments: [
      (1, .max), (-1, .min), (0.5, 1 << 30), (0x1p-31, 1), (0x1p-32, 0), (3 * 0x1p-32, 2), (.nan, 0), (9, .max),
    ] as [(Double, Int32)]) func allBitsOf32AreUsed(value: Double, expected: Int32) throws
  {
    let target = try buffer(.int32, frames: 1)
    target.convert(from: try .of([[value]]))
    #expect(target.int32Channels?[0][0] == expected)
  }

  @Test func everyInt16SurvivesEveryOtherType() throws {
    let source = try buffer(.int16, frames: 65_536)
    let samples = try #require(source.int16Channels?[0])
    for index in 0..<65_536 { samples[index] = Int16(truncatingIfNeeded: index) }
    for type in SampleType.allCases {
      let (middle, back) = (try buffer(type, frames: 65_536), try buffer(.int16, frames: 65_536))
      middle.convert(from: source)
      back.convert(from: middle)
      let result = try #require(back.int16Channels?[0])
      #expect((0..<65_536).allSatisfy { result[$0] == samples[$0] }, "\(type)")
      #expect(middle.float64Channels.map { $0[0][0x8000] } ?? -1 == -1)
    }
  }

  @Test func integersSurviveFloatsThatHoldTheirBits() throws {
    var random = generator("integers through floats")
    let (source, single, double) = (
      try buffer(.int32, frames: 4_096), try buffer(.float32, frames: 4_096), try buffer(.float64, frames: 4_096)
    )
    let (back, samples) = (try buffer(.int32, frames: 4_096), try #require(source.int32Channels?[0]))
    for index in 0..<4_096 { samples[index] = Int32(truncatingIfNeeded: random.next()) }
    double.convert(from: source)
    back.convert(from: double)
    #expect((0..<4_096).allSatisfy { back.int32Channels?[0][$0] == samples[$0] }, "32 bits through float64")
    for index in 0..<4_096 { samples[index] &= ~0xFF }
    single.convert(from: source)
    back.convert(from: single)
    #expect((0..<4_096).allSatisfy { back.int32Channels?[0][$0] == samples[$0] }, "24 bits through float32")
  }

  @Test(arguments: [1, 2, 3, 7], [true, false]) func theOrderOfMemoryIsKept(channels: Int, isInterleaved: Bool) throws {
    let source = try buffer(.float32, channels: channels, isInterleaved: isInterleaved, frames: 100)
    let target = try buffer(.float32, channels: channels, isInterleaved: !isInterleaved, frames: 100)
    let memory = try #require(source.float32Channels)
    for channel in 0..<channels {
      for frame in 0..<100 {
        let value = Float(channel * 1000 + frame)
        if isInterleaved { memory[0][frame * channels + channel] = value } else { memory[channel][frame] = value }
      }
    }
    target.convert(from: source)
    let result = try #require(target.float32Channels)
    for channel in 0..<channels {
      for frame in 0..<100 {
        let value = isInterleaved ? result[channel][frame] : result[0][frame * channels + channel]
        #expect(value == Float(channel * 1000 + frame))
      }
    }
  }

  @Test func floatsAreNeitherClippedNorChanged() throws {
    let values = [0.1, 1e30, -1e30, 0x1p-149, .infinity, -0.0]
    let (single, double) = (try buffer(.float32, frames: 6), try buffer(.float64, frames: 6))
    single.convert(from: try .of([values]))
    double.convert(from: single)
    for (index, value) in values.enumerated() {
      #expect(single.float32Channels?[0][index] == Float(value))
      #expect(double.float64Channels?[0][index] == Double(Float(value)))
    }
  }
}
