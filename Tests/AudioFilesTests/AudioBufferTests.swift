import AudioFiles
import TestSupport
import Testing

/// Memory for audio, and formats that there are and are not.
struct AudioBufferTests {
  private func buffer(
    _ type: SampleType, _ channels: Int, isInterleaved: Bool, frames: Int
  ) throws -> AudioBuffer {
    let format = try AudioFormat(
      sampleType: type, sampleRate: 48_000, channelCount: channels, isInterleaved: isInterleaved,
      layout: .discrete(channels))
    return AudioBuffer(format: format, frameCapacity: frames)
  }

  @Test func memoryIsAlignedAndSilentAndChannelsDoNotOverlap() throws {
    for type in SampleType.allCases {
      for (channels, isInterleaved) in [(1, false), (3, true), (1_024, false), (1_024, true)] {
        let buffer = try buffer(type, channels, isInterleaved: isInterleaved, frames: 33)
        verify(buffer.frameLength == 0 && buffer.frameCapacity == 33)
        verify(buffer.stride, equals: isInterleaved ? channels : 1)
        let size = 33 * (isInterleaved ? channels : 1) * type.byteCount
        verify(buffer.pieces.count, equals: isInterleaved ? 1 : channels, "only the pointers of its own type")
        for piece in buffer.pieces {
          verify(Int(bitPattern: piece) % 64, equals: 0)
          verify(UnsafeRawBufferPointer(start: piece, count: size).allSatisfy { $0 == 0 })
        }
      }
    }
    let some = try buffer(.float32, 3, isInterleaved: false, frames: 17)
    let channels = try demand(some.float32Channels)
    let places = (0..<3).flatMap { channel in (0..<17).map { (channel, $0) } }
    for (channel, frame) in places { channels[channel][frame] = Float(channel * 100 + frame) }
    verify(places.allSatisfy { channels[$0][$1] == Float($0 * 100 + $1) })
    some.silence()
    verify(places.allSatisfy { channels[$0][$1] == 0 })
    try verify(buffer(.float32, 2, isInterleaved: false, frames: 0).float32Channels?.count, equals: 2)
  }

  @Test func moreFramesThanThereIsRoomForEndTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let buffer = AudioBuffer(format: try AudioFormat(standardSampleRate: 1, channelCount: 1), frameCapacity: 4)
      buffer.frameLength = 5
    }
  }

  @Test func theStandardFormatIsFloat32AndNotInterleavedAndFormatsHaveLimits() throws {
    let format = try AudioFormat(standardSampleRate: 44_100, channelCount: 2)
    verify(format.isStandard && format.sampleType == .float32 && !format.isInterleaved)
    verify(format.layout == .stereo && format.bytesPerFrame == 8)
    try verify(format == AudioFormat(standardSampleRate: 44_100, layout: .stereo))
    try verify(format != AudioFormat(standardSampleRate: 44_100, layout: .midSide))
    try verify(AudioFormat(standardSampleRate: 44_100, channelCount: 1).layout, equals: .mono)
    for (rate, channels) in [(0.001, 1), (0.001, 1_024), (10_000_000, 1)] {
      let format = try AudioFormat(standardSampleRate: rate, layout: .discrete(channels))
      verify(format.channelCount == channels && format.sampleRate == rate)
    }
    for (rate, channels, layout, error) in [
      (0, 2, nil, .sampleRate(0)), (-1, 2, nil, .sampleRate(-1)), (.infinity, 2, nil, .sampleRate(.infinity)),
      (10_000_001, 2, nil, .sampleRate(10_000_001)), (48_000, 0, nil, .channelCount(0)),
      (48_000, 1025, .discrete(1025), .channelCount(1025)), (48_000, -1, nil, .channelCount(-1)),
      (48_000, 3, nil, .layoutRequired(channelCount: 3)),
      (48_000, 2, .mono, .layoutMismatch(channelCount: 2, layout: 1)),
    ] as [(Double, Int, ChannelLayout?, AudioFormatError)] {
      verify(throws: error) {
        try AudioFormat(
          sampleType: .float32, sampleRate: rate, channelCount: channels, isInterleaved: false, layout: layout)
      }
      verify(!error.description.isEmpty && !error.description.contains("\n"))
    }
    verify(throws: AudioFormatError.self) { try AudioFormat(standardSampleRate: .nan, channelCount: 1) }
  }
}

extension AudioBuffer {
  /// All pointers that the buffer gives, whatever their type.
  fileprivate var pieces: [UnsafeRawPointer] {
    func raw<Sample>(_ channels: UnsafeBufferPointer<UnsafeMutablePointer<Sample>>?) -> [UnsafeRawPointer] {
      (channels ?? .init(start: nil, count: 0)).map { UnsafeRawPointer($0) }
    }
    return raw(int16Channels) + raw(int32Channels) + raw(float32Channels) + raw(float64Channels)
  }
}
