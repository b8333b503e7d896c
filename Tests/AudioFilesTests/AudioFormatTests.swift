import AudioFiles
import Testing

/// What formats there are.
@Suite struct AudioFormatTests {
  @Test func theStandardFormatIsFloat32AndNotInterleaved() throws {
    let format = try AudioFormat(standardSampleRate: 44_100, channelCount: 2)
    #expect(format.isStandard && format.sampleType == .float32 && !format.isInterleaved)
    #expect(format.layout == .stereo && format.bytesPerFrame == 8)
    #expect(format == (try AudioFormat(standardSampleRate: 44_100, layout: .stereo)))
    #expect(format != (try AudioFormat(standardSampleRate: 44_100, layout: .midSide)))
    #expect(try AudioFormat(standardSampleRate: 44_100, channelCount: 1).layout == .mono)
  }

  @Test func aFormatSaysWhatItIs() throws {
    let stereo = try AudioFormat(standardSampleRate: 48_000, channelCount: 2)
    #expect("\(stereo)" == "2 channels, 48000 Hz, float32, not interleaved")
    let mono = try AudioFormat(sampleType: .int16, sampleRate: 22_050.5, channelCount: 1, isInterleaved: true)
    #expect("\(mono)" == "1 channel, 22050.5 Hz, int16, interleaved")
  }

  @Test(
    arguments: [
      (0, 2, nil, .sampleRate(0)), (-1, 2, nil, .sampleRate(-1)), (.infinity, 2, nil, .sampleRate(.infinity)),
      (10_000_001, 2, nil, .sampleRate(10_000_001)), (48_000, 0, nil, .channelCount(0)),
      (48_000, 1025, .discrete(1025), .channelCount(1025)), (48_000, -1, nil, .channelCount(-1)),
      (48_000, 3, nil, .layoutRequired(channelCount: 3)),
      (48_000, 2, .mono, .layoutMismatch(channelCount: 2, layout: 1)),
    ] as [(Double, Int, ChannelLayout?, AudioFormatError)])
  func whatIsNoFormat(rate: Double, channels: Int, layout: ChannelLayout?, error: AudioFormatError) {
    #expect(throws: error) {
      try AudioFormat(
        sampleType: .float32, sampleRate: rate, channelCount: channels, isInterleaved: false, layout: layout)
    }
    #expect(!error.description.isEmpty && !error.description.contains("\n"))
  }

  @Test func notANumberIsNoSampleRate() {
    #expect(throws: AudioFormatError.self) { try AudioFormat(standardSampleRate: .nan, channelCount: 1) }
  }

  @Test(arguments: [0.001, 10_000_000], [1, 1024]) func theLimitsAreFormats(rate: Double, channels: Int) throws {
    let format = try AudioFormat(standardSampleRate: rate, layout: .discrete(channels))
    #expect(format.channelCount == channels && format.sampleRate == rate)
  }
}
