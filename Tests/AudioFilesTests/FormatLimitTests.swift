import TestSupport
import Testing

@testable import AudioFiles

/// The limits that we name are those that libsndfile has.
@Suite(.enabled(if: InstalledLibrary.isThere, "libsndfile1 is not installed"))
struct FormatLimitTests {
  private let folder = TemporaryFolder()

  private static let rates: [Double] = [
    1, 7_999, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 65_535, 65_536, 65_540, 88_200,
    96_000, 192_000, 200_000, 200_001, 384_000, 655_350, 655_360,
  ]

  @Test(
    "what is refused can't be written, and what is not can be", .part(.oracle),
    arguments: [
      (.flac, .int24), (.flac, .int8), (.ogg, .vorbis), (.ogg, .opus), (.mp3, .mp3), (.aiff, .float32), (.caf, .int16),
      (.au, .float64), (.w64, .int24),
    ] as [(Container, Encoding)])
  func limits(container: Container, encoding: Encoding) throws {
    for rate in Self.rates { try check(AudioFileFormat(container, encoding, sampleRate: rate, layout: .mono)) }
    for count in [1, 2, 3, 8, 9, 255, 256] {
      let layout = ChannelLayout.standard(channelCount: count)
      try check(AudioFileFormat(container, encoding, sampleRate: 48_000, layout: layout))
    }
  }

  @Test func someLimits() throws {
    for (container, encoding, rate, channels) in [
      (.flac, .int24, 65_535, 1), (.flac, .int24, 48_000, 8), (.flac, .int24, 65_536, 1), (.flac, .int8, 48_000, 9),
      (.ogg, .vorbis, 200_001, 1),
      (.ogg, .opus, 48_000, 2), (.ogg, .opus, 44_100, 2), (.mp3, .mp3, 44_100, 2), (.mp3, .mp3, 7_999, 1),
    ] as [(Container, Encoding, Double, Int)] {
      try check(
        AudioFileFormat(container, encoding, sampleRate: rate, layout: .standard(channelCount: channels)))
    }
    let error = failure {
      _ = try AudioFileWriter(
        writing: folder("c"), format: AudioFileFormat(.flac, .int24, sampleRate: 65_537, layout: .stereo))
    }
    verify(
      error?.detail,
      equals: "FLAC has sample rates of up to 655350, and above 65535 only multiples of 10, Hz, not 65537; "
        + "convert the rate first, or write .wav")
  }

  private func check(_ format: AudioFileFormat) throws {
    let sound = Sound(repeating: Array(repeating: 0.25, count: 3_000), count: format.channelCount)
    let error = failure { try write(sound, to: folder("a"), format) }
    if let objection = format.rateObjection ?? format.channelObjection {
      verify(error?.code == .unsupported && error?.detail == objection, "\(format): \(error as Any)")
      verify(error?.description.contains("permissions"), equals: false)
      try verify(isWritten(sound, format), equals: false, "\(format) can be written")
    } else {
      verify(error == nil, "\(format): \(error as Any)")
      let file = try AudioFile(reading: folder("a"))
      verify(file.fileFormat.sampleRate, equals: format.sampleRate, "\(format)")
      verify(file.fileFormat.channelCount, equals: format.channelCount, "\(format)")
    }
  }

  /// Whether libsndfile writes a format that it also reads, if it is asked without us.
  private func isWritten(_ sound: Sound, _ format: AudioFileFormat) throws -> Bool {
    guard let plan = try? LibraryEncoder.Plan(format, SoundFileLibrary.name, path: "b") else { return false }
    guard let sink = try? LibraryEncoder(FileBytes.writing(folder("b")), plan) else { return false }
    let samples = [Float](repeating: 0.25, count: sound[0].count * sound.count)
    samples.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { try? sink.encode(base, frames: sound[0].count) }
    }
    try? sink.finish()
    guard let file = try? AudioFile(reading: folder("b")) else { return false }
    return file.fileFormat.sampleRate == format.sampleRate && file.fileFormat.channelCount == format.channelCount
  }
}
