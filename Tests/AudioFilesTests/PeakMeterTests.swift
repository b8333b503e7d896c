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

  /// With its sign; of equal ones, the first frame wins, and then the first channel. Samples that are not finite are
  /// counted.
  @Test func theLoudestSampleIsThatOfASimpleSearch() throws {
    var random = generator("peak")
    for _ in 0..<SeededGenerator.cases(40) {
      let channels = Int.random(in: 1...3, using: &random)
      // The smallest that is not silent.
      let unit: Double = [0x1p-3, 0x1p-149].randomElement(using: &random) ?? 1
      let buffers = (0..<2).map { _ in
        let frames = Int.random(in: 1...40, using: &random)
        return (0..<channels).map { _ in
          (0..<frames).map { _ -> Double in
            let number = Int.random(in: -9...12, using: &random)
            return number > 9 ? [Double.nan, .infinity, -.infinity][number - 10] : Double(number) * unit
          }
        }
      }
      let frames = buffers.flatMap { buffer in buffer[0].indices.map { frame in buffer.map { $0[frame] } } }
      let all = frames.enumerated().flatMap { frame, samples in samples.indices.map { (frame, $0, samples[$0]) } }
      let finite = all.filter { $0.2.isFinite }
      let loudest = finite.map { abs($0.2) }.max() ?? 0
      let expected = finite.first { abs($0.2) == loudest && loudest > 0 }
      let found = try meter(
        buffers[0], buffers[1], type: [.float32, .float64].randomElement(using: &random) ?? .float32,
        isInterleaved: .random(using: &random))
      verify(found.peak?.value == expected?.2 && found.peak?.frame == expected.map { Int64($0.0) })
      verify(found.peak?.channel == expected?.1 && found.frameCount == Int64(frames.count))
      verify(found.nonFiniteCount, equals: Int64(all.count - finite.count))
    }
  }
}
