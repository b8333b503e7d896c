import TestSupport
import Testing

@testable import AudioFiles

/// The limits that we name are those that libsndfile has.
@Suite(.enabled(if: InstalledLibrary.isThere, "libsndfile1 is not installed"))
struct FormatLimitTests {
  private let folder = TemporaryFolder()

  static let formats: [(Container, Encoding)] = [
    (.flac, .int24), (.flac, .int8), (.ogg, .vorbis), (.ogg, .opus), (.mp3, .mp3), (.aiff, .float32), (.caf, .int16),
    (.au, .float64), (.w64, .int24),
  ]

  private static let rates: [Double] = [
    1, 7_999, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 65_535, 65_536, 65_540, 88_200,
    96_000, 192_000, 200_000, 200_001, 384_000, 655_350, 655_360,
  ]

  @Test("what is refused can't be written, and what is not can be", arguments: formats)
  func limits(container: Container, encoding: Encoding) throws {
    let sound: Sound = [Array(repeating: 0.25, count: 3_000)]
    for rate in Self.rates {
      try check(sound, AudioFileFormat(container, encoding, sampleRate: rate, layout: .mono))
    }
    for count in [1, 2, 3, 8, 9, 255, 256] {
      let sound = Sound(repeating: sound[0], count: count)
      let layout = ChannelLayout.standard(channelCount: count)
      try check(sound, AudioFileFormat(container, encoding, sampleRate: 48_000, layout: layout))
    }
  }

  private func check(_ sound: Sound, _ format: AudioFileFormat) throws {
    let error = failure { try write(sound, to: folder("a"), format) }
    if let objection = format.rateObjection ?? format.channelObjection {
      #expect(error?.code == .unsupported && error?.detail == objection, "\(format): \(error as Any)")
      #expect(error?.description.contains("permissions") == false)
      #expect(try isWritten(sound, format) == false, "\(format) can be written")
    } else {
      #expect(error == nil, "\(format): \(error as Any)")
      let file = try AudioFile(reading: folder("a"))
      #expect(file.fileFormat.sampleRate == format.sampleRate, "\(format)")
      #expect(file.fileFormat.channelCount == format.channelCount, "\(format)")
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

  @Test func theMessageNamesWhatThereIs() {
    func message(_ container: Container, _ encoding: Encoding, _ rate: Double, _ channels: Int) -> String? {
      let format = AudioFileFormat(
        container, encoding, sampleRate: rate, layout: .standard(channelCount: channels))
      return failure { _ = try AudioFileWriter(writing: folder("c"), format: format) }?.description.replacing(
        folder("c"), with: "c")
    }
    #expect(
      message(.ogg, .opus, 44_100, 2)
        == "c can't be used: Opus has sample rates of 8000, 12000, 16000, 24000 or 48000 Hz, not 44100; convert the rate "
        + "first, or write .wav")
    #expect(
      message(.mp3, .mp3, 44_100, 6) == "c can't be used: MP3 has up to 2 channels, not 6; write .wav")
    #expect(
      message(.flac, .int24, 65_537, 2)
        == "c can't be used: FLAC has sample rates of up to 655350, and above 65535 only multiples of 10, Hz, not 65537; "
        + "convert the rate first, or write .wav")
  }
}
