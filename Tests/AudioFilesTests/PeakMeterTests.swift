@testable import AudioFiles
import TestSupport
import Testing

/// The loudest sample.
struct PeakMeterTests {
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

  @Test func silenceHasNoPeakAndWhatIsNonFiniteIsCounted() throws {
    try verify(meter([[0, -0.0], [0, 0]]).peak == nil)
    try verify(meter([[]]).peak == nil)
    try verify(meter([[0x1p-149]]).peak?.value, equals: 0x1p-149, "the least that is not silent")
    for type in [SampleType.float32, .float64] {
      let found = try meter([[.nan, .infinity, 0.5, -.infinity, 2]], [[0, .nan]], type: type)
      verify(found.nonFiniteCount == 4 && found.peak == .init(value: 2, frame: 4, channel: 0))
      verify(found.frameCount, equals: 7)
      try verify(meter([[.nan]], type: type).peak == nil)
    }
  }

  /// With its sign; of equal ones, the first frame wins, and then the first channel.
  @Test func theLoudestSampleIsThatOfASimpleSearch() throws {
    var random = generator("peak")
    for _ in 0..<SeededGenerator.cases(40) {
      let channels = Int.random(in: 1...3, using: &random)
      let buffers = (0..<2).map { _ in
        let frames = Int.random(in: 1...40, using: &random)
        return (0..<channels).map { _ in
          (0..<frames).map { _ in Double(Int.random(in: -9...9, using: &random)) / 8 }
        }
      }
      let frames = buffers.flatMap { buffer in buffer[0].indices.map { frame in buffer.map { $0[frame] } } }
      let all = frames.enumerated().flatMap { frame, samples in samples.indices.map { (frame, $0, samples[$0]) } }
      let loudest = all.map { abs($0.2) }.max() ?? 0
      let expected = all.first { abs($0.2) == loudest && loudest > 0 }
      let found = try meter(
        buffers[0], buffers[1], type: [.float32, .float64].randomElement(using: &random) ?? .float32,
        isInterleaved: .random(using: &random))
      verify(found.peak?.value == expected?.2 && found.peak?.frame == expected.map { Int64($0.0) })
      verify(found.peak?.channel == expected?.1 && found.frameCount == Int64(frames.count) && found.nonFiniteCount == 0)
    }
  }
}
