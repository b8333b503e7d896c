@testable import AudioFiles
import Testing

/// The loudest sample.
@Suite struct PeakMeterTests {
  /// A meter that has seen these buffers; each is a list of channels.
  private func meter(_ buffers: [[Double]]..., type: SampleType = .float32, isInterleaved: Bool = false) throws
    -> PeakMeter
  {
    var meter = PeakMeter()
    for channels in buffers {
      meter.add(
        try AudioBuffer.of(channels, type, isInterleaved: isInterleaved, layout: .discrete(channels.count)))
    }
    return meter
  }

  @Test(arguments: [SampleType.float32, .float64], [true, false])
  func theLoudestSampleIsFoundWithItsSign(type: SampleType, isInterleaved: Bool) throws {
    let found = try meter(
      [[0, 0.25, 0], [0, 0, -0.5]], [[0.125, 0, 0.5], [0, -0.75, 0]], type: type, isInterleaved: isInterleaved)
    #expect(found.peak == .init(value: -0.75, frame: 4, channel: 1))
    #expect(found.frameCount == 6 && found.nonFiniteCount == 0)
  }

  @Test func ofEqualSamplesTheFirstFrameWinsAndThenTheFirstChannel() throws {
    #expect(try meter([[0, 0.5], [-0.5, 0]]).peak == .init(value: -0.5, frame: 0, channel: 1))
    #expect(try meter([[0, 0.5], [0, -0.5]]).peak == .init(value: 0.5, frame: 1, channel: 0))
    #expect(try meter([[0.5]], [[-0.5]]).peak == .init(value: 0.5, frame: 0, channel: 0))
  }

  @Test func silenceHasNoPeak() throws {
    #expect(try meter([[0, -0.0], [0, 0]]).peak == nil)
    #expect(try meter([[]]).peak == nil)
    #expect(try meter([[0x1p-149]]).peak?.value == 0x1p-149, "the least that is not silent")
  }

  @Test(arguments: [SampleType.float32, .float64]) func whatIsNonFiniteIsCountedAndNotThePeak(type: SampleType) throws {
    let found = try meter([[.nan, .infinity, 0.5, -.infinity, 2]], [[0, .nan]], type: type)
    #expect(found.nonFiniteCount == 4 && found.peak == .init(value: 2, frame: 4, channel: 0))
    #expect(try meter([[.nan]], type: type).peak == nil)
  }

  @Test func aMeterFindsWhatASimpleSearchFinds() throws {
    var random = generator("peak")
    for _ in 0..<50 {
      let (channels, frames) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...70, using: &random))
      let values = (0..<channels).map { _ in
        (0..<frames).map { _ in Double(Int.random(in: -9...9, using: &random)) / 8 }
      }
      let all = (0..<frames).flatMap { frame in (0..<channels).map { (frame, $0, values[$0][frame]) } }
      let loudest = all.map { abs($0.2) }.max() ?? 0
      let expected = all.first { abs($0.2) == loudest && loudest > 0 }
      let found = try meter(values, isInterleaved: Bool.random(using: &random)).peak
      #expect(found?.value == expected?.2 && found?.frame == expected.map { Int64($0.0) })
      #expect(found?.channel == expected?.1)
    }
  }
}
