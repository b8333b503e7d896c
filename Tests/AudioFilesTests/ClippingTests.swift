import TestSupport
import Testing

@testable import AudioFiles

/// What integers can't hold is counted.
@Suite struct ClippingTests {
  private let folder = TemporaryFolder()

  private func clipping(
    _ buffers: [AudioBuffer], _ encoding: Encoding = .int16, layout: ChannelLayout = .stereo
  ) throws -> Clipping? {
    let writer = try AudioFileWriter(
      writing: folder("a.wav"), encoding: encoding, sampleRate: 48_000, layout: layout)
    for buffer in buffers { try writer.write(buffer) }
    try writer.finish()
    return writer.clipping
  }

  @Test(arguments: [SampleType.float32, .float64], [false, true])
  func samplesBeyondFullScale(type: SampleType, isInterleaved: Bool) throws {
    let first = try AudioBuffer.of([[0, 1, -1, 0], [0, 0, 0, -1.25]], type, isInterleaved: isInterleaved)
    let second = try AudioBuffer.of([[1.5, 0, 2, 0], [-2, 0, .nan, 0]], type, isInterleaved: isInterleaved)
    let found = try #require(try clipping([first, second]))
    #expect(found.sampleCount == 4 && found.peak == 2)
    #expect(found.first == .init(frame: 3, channel: 1))
    #expect(found.loudest == .init(frame: 4, channel: 1))
  }

  @Test func theFirstOfEqualOnesIsTheLoudest() throws {
    let found = try #require(try clipping([try .of([[0, 2, 2], [0, 2, 0]])]))
    #expect(found.loudest == .init(frame: 1, channel: 0) && found.first == found.loudest && found.sampleCount == 3)
  }

  @Test func onlyIntegersClip() throws {
    let loud = try AudioBuffer.of([[2], [2]])
    for encoding in Encoding.samples {
      #expect(try clipping([loud], encoding)?.sampleCount == (encoding.isInteger ? 2 : nil), "\(encoding)")
    }
    #expect(try clipping([try .of([[1], [-1]])]) == nil)
    #expect(try clipping([try .of([[2], [2]], .int16)]) == nil, "an integer buffer has clipped before")
    #expect(try clipping([try .of([[.nan], [.nan]])]) == nil)
    #expect(try clipping([try .of([[.infinity], [.nan]])])?.peak == .infinity)
  }

  /// Counted sample by sample, as it is meant.
  @Test func itIsWhatACountFinds() throws {
    var random = generator("clipping")
    for _ in 0..<50 {
      let buffers = try (0..<3).map { _ in
        let frames = Int.random(in: 1...50, using: &random)
        return try AudioBuffer.of(
          (0..<2).map { _ in (0..<frames).map { _ in Double.random(in: -1.2...1.2, using: &random) } })
      }
      var expected: (count: Int64, peak: Double, first: Clipping.Place?) = (0, 0, nil)
      var start: Int64 = 0
      for sound in try buffers.map({ try $0.sound() }) {
        for frame in sound[0].indices {
          for channel in 0..<2 where abs(sound[channel][frame]) > 1 {
            expected.count += 1
            expected.peak = max(expected.peak, abs(sound[channel][frame]))
            expected.first = expected.first ?? .init(frame: start + Int64(frame), channel: channel)
          }
        }
        start += Int64(sound[0].count)
      }
      let found = try clipping(buffers)
      #expect(found?.sampleCount ?? 0 == expected.count && found?.peak ?? 0 == expected.peak)
      #expect(found?.first == expected.first)
    }
  }
}
