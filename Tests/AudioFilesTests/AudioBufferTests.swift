import AudioFiles
import Testing

/// Memory for audio.
@Suite struct AudioBufferTests {
  private func format(_ type: SampleType, _ channels: Int, isInterleaved: Bool) throws -> AudioFormat {
    try AudioFormat(
      sampleType: type, sampleRate: 48_000, channelCount: channels, isInterleaved: isInterleaved,
      layout: .discrete(channels))
  }

  @Test(arguments: SampleType.allCases, [1, 2, 3, 1024]) func memoryIsAlignedAndSilent(
    type: SampleType, channels: Int
  ) throws {
    for isInterleaved in [false, true] {
      let buffer = AudioBuffer(
        format: try format(type, channels, isInterleaved: isInterleaved), frameCapacity: 33)
      #expect(buffer.frameLength == 0 && buffer.frameCapacity == 33)
      #expect(buffer.stride == (isInterleaved ? channels : 1))
      let samples = isInterleaved ? 33 * channels : 33
      let pieces = buffer.pieces
      #expect(pieces.count == (isInterleaved ? 1 : channels), "only the pointers of its own type")
      for piece in pieces {
        #expect(Int(bitPattern: piece) % 64 == 0)
        #expect(UnsafeRawBufferPointer(start: piece, count: samples * type.byteCount).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func channelsDoNotOverlap() throws {
    let buffer = AudioBuffer(format: try format(.float32, 3, isInterleaved: false), frameCapacity: 17)
    let channels = try #require(buffer.float32Channels)
    for channel in 0..<3 { for frame in 0..<17 { channels[channel][frame] = Float(channel * 100 + frame) } }
    for channel in 0..<3 { for frame in 0..<17 { #expect(channels[channel][frame] == Float(channel * 100 + frame)) } }
    buffer.silence()
    #expect((0..<3).allSatisfy { channel in (0..<17).allSatisfy { channels[channel][$0] == 0 } })
  }

  @Test func aBufferWithoutFramesHasChannels() throws {
    let buffer = AudioBuffer(format: try format(.float32, 2, isInterleaved: false), frameCapacity: 0)
    #expect(buffer.float32Channels?.count == 2)
    buffer.frameLength = 0
  }

  @Test func moreFramesThanThereIsRoomForEndTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let buffer = AudioBuffer(format: try AudioFormat(standardSampleRate: 1, channelCount: 1), frameCapacity: 4)
      buffer.frameLength = 5
    }
  }
}

extension AudioBuffer {
  /// All pointers that the buffer gives, whatever their type.
  fileprivate var pieces: [UnsafeRawPointer] {
    var pieces: [UnsafeRawPointer] = []
    for piece in int16Channels ?? .init(start: nil, count: 0) { pieces.append(UnsafeRawPointer(piece)) }
    for piece in int32Channels ?? .init(start: nil, count: 0) { pieces.append(UnsafeRawPointer(piece)) }
    for piece in float32Channels ?? .init(start: nil, count: 0) { pieces.append(UnsafeRawPointer(piece)) }
    for piece in float64Channels ?? .init(start: nil, count: 0) { pieces.append(UnsafeRawPointer(piece)) }
    return pieces
  }
}
