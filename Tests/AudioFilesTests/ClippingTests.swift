import TestSupport
import Testing

@testable import AudioFiles

/// What integers can't hold is counted.
struct ClippingTests {
  private let folder = TemporaryFolder()

  private func clipping(_ buffers: AudioBuffer..., encoding: Encoding = .int16) throws -> Clipping? {
    let writer = try AudioFileWriter(
      writing: folder("a.wav"), encoding: encoding, sampleRate: 48_000, layout: .stereo)
    for buffer in buffers { try writer.write(buffer) }
    try writer.finish()
    return writer.clipping
  }

  @Test func onlyIntegersClip() throws {
    let loud = try AudioBuffer.of([[2], [2]])
    for encoding in Encoding.samples {
      try verify(clipping(loud, encoding: encoding)?.sampleCount == (encoding.isInteger ? 2 : nil), "\(encoding)")
    }
    try verify(clipping(.of([[1], [-1]])) == nil)
    try verify(clipping(.of([[2], [2]], .int16)) == nil, "an integer buffer has clipped before")
    try verify(clipping(.of([[.nan], [.nan]])) == nil)
    try verify(clipping(.of([[.infinity], [.nan]]))?.peak, equals: .infinity)
  }

  /// Counted sample by sample, as it is meant. Of equal samples, the first is the loudest.
  @Test func itIsWhatACountFinds() throws {
    var random = generator("clipping")
    for _ in 0..<SeededGenerator.cases(30) {
      var (count, peak, start) = (Int64(0), 0.0, Int64(0))
      var (first, loudest): (Clipping.Place?, Clipping.Place?)
      let buffers = try (0..<2).map { _ in
        let frames = Int.random(in: 1...50, using: &random)
        let sound = (0..<2).map { _ in
          (0..<frames).map { _ in Double(Int.random(in: -20...20, using: &random)) / 16 }
        }
        for frame in 0..<frames {
          for channel in 0..<2 where abs(sound[channel][frame]) > 1 {
            let place = Clipping.Place(frame: start + Int64(frame), channel: channel)
            count += 1
            first = first ?? place
            if abs(sound[channel][frame]) > peak { (peak, loudest) = (abs(sound[channel][frame]), place) }
          }
        }
        start += Int64(frames)
        return try AudioBuffer.of(
          sound, [.float32, .float64].randomElement(using: &random) ?? .float64, isInterleaved: .random(using: &random))
      }
      let found = try clipping(buffers[0], buffers[1])
      verify(found?.sampleCount ?? 0 == count && found?.peak ?? 0 == peak)
      verify(found?.first == first && found?.loudest == loudest)
    }
  }
}
