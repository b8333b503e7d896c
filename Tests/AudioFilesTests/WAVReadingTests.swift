import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// WAV files as other programs write them.
@Suite struct WAVReadingTests {
  private let folder = TemporaryFolder()

  private func open(_ wav: WAVFile, dropping count: Int = 0) throws -> AudioFile {
    try AudioFile(reading: folder.write(Array(wav.bytes.dropLast(count)), to: "a.wav"), sampleType: .float64)
  }

  @Test(
    arguments: [
      (1, 8, [0, 128, 255, 64], .int8, [-1, 0, 127.0 / 128, -0.5]),
      (1, 16, [0, 0x80, 0xFF, 0x7F, 0, 0xC0], .int16, [-1, 32_767.0 / 32_768, -0.5]),
      (1, 24, [0, 0, 0x80, 1, 0, 0, 0xFF, 0xFF, 0xFF], .int24, [-1, 0x1p-23, -0x1p-23]),
      (1, 20, [0, 0, 0x80, 0x10, 0, 0], .int24, [-1, 0x1p-19]),
      (1, 32, [0, 0, 0, 0x80, 1, 0, 0, 0], .int32, [-1, 0x1p-31]),
      (3, 32, [0, 0, 0, 0x3F, 0, 0, 0x80, 0xC1], .float32, [0.5, -16]),
      (3, 64, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F], .float64, [0.5]),
    ] as [(Int, Int, [UInt8], Encoding, [Double])])
  func everyEncodingIsRead(tag: Int, bits: Int, data: [UInt8], encoding: Encoding, samples: [Double]) throws {
    let file = try open(WAVFile(.format(tag: tag, bits: bits), .init("data", data)))
    #expect(file.fileFormat.container == .wav && file.fileFormat.encoding == encoding)
    #expect(file.fileFormat.sampleRate == 48_000 && file.fileFormat.layout == .mono)
    #expect(file.length == Int64(samples.count) && file.remarks == [])
    #expect(try file.sound() == [samples])
    let extensible = try open(WAVFile(.extensible(tag: tag, bits: (bits + 7) / 8 * 8), .init("data", data)))
    #expect(try extensible.sound() == [samples])
  }

  @Test func theExtensibleFormatTellsLayoutAndValidBits() throws {
    let file = try open(
      WAVFile(.extensible(channels: 6, bits: 32, validBits: 24, mask: 0x3F), .init("data", .zeros(24 * 2))))
    #expect(file.fileFormat.layout == .surround51 && file.fileFormat.validBits == 24 && file.length == 2)
    #expect(file.processingFormat.layout == .surround51)
    #expect("\(file.fileFormat)" == "WAV, 32-bit integer (24 bits used), 48000 Hz, 6 channels (5.1)")
    let ambisonic: [UInt8] = [0, 0, 0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0]
    let field = try open(WAVFile(.extensible(tag: 3, channels: 4, bits: 32, guid: ambisonic), .init("data", [])))
    #expect(field.fileFormat.layout.roles == [.ambisonicW, .ambisonicX, .ambisonicY, .ambisonicZ])
    #expect(try open(WAVFile(.format(channels: 3), .init("data", []))).fileFormat.layout == .discrete(3))
  }

  @Test func chunksAroundTheAudioAreSkipped() throws {
    let file = try open(
      WAVFile(
        .init("JUNK", .zeros(28)), .init("odd ", [1, 2, 3]), .format(), .init("zero", []), .data([1, -1]),
        .init("LIST", .zeros(9))))
    #expect(try file.sound() == [[0x1p-15, -0x1p-15]])
    #expect(file.remarks == [])
  }

  @Test func aForgottenPaddingByteIsTolerated() throws {
    let file = try open(WAVFile(.init("odd ", [1, 2, 3], isPadded: false), .format(), .data([1])))
    #expect(file.length == 1)
  }

  @Test(
    arguments: [
      (UInt32.max, UInt32.max), (UInt32.max, nil), (0x7FFF_F000, 0x7FFF_F024), (0, 0), (0, UInt32.max), (0, 36),
    ] as [(UInt32, UInt32?)]) func aStreamIsReadToTheFilesEnd(data: UInt32, riff: UInt32?) throws
  {
    let file = try open(WAVFile(.format(), .data([1, 2, 3], announced: data), announced: riff))
    #expect(file.length == 3)
    #expect(file.remarks == ["the header gives no length; it is taken from the file's size"])
  }

  @Test func anEmptyFileIsNoStream() throws {
    let file = try open(WAVFile(.format(), .data([]), .init("LIST", .zeros(10))))
    #expect(file.length == 0 && file.remarks == [])
    #expect(try file.sound() == [[]])
  }

  @Test func aTruncatedFileGivesWhatIsThereAndSaysSo() throws {
    let file = try open(WAVFile(.format(channels: 2), .data([1, 2, 3, 4, 5, 6])), dropping: 5)
    #expect(file.length == 1)
    #expect(
      file.remarks == [
        "truncated: the header announces 3 frames, but there are 1", "the last frame is incomplete and left out",
      ])
    #expect(try file.sound() == [[0x1p-15], [2 * 0x1p-15]])
  }

  @Test func rf64HasSizesOf64Bits() throws {
    let sizes = little(0, 8) + little(6, 8) + little(3, 8) + little(0, 4)
    let file = try open(
      WAVFile(.init("ds64", sizes), .format(), .data([1, 2, 3, 4], announced: .max), magic: "RF64", announced: .max))
    #expect(file.fileFormat.container == .rf64 && file.length == 3 && file.remarks == [])
    let huge = little(0, 8) + little(-1, 8) + little(3, 8) + little(0, 4)
    let lying = try open(
      WAVFile(.init("ds64", huge), .format(), .data([1, 2], announced: .max), magic: "RF64", announced: .max))
    #expect(lying.length == 2 && lying.remarks.first?.hasPrefix("truncated") == true)
  }

  @Test func aFileBeyond4GiBIsReadWhereItsFramesAre() throws {
    let sizes = little(0, 8) + little(0x1_4000_0000, 8) + little(0, 12)
    let head = WAVFile(
      .init("ds64", sizes), .format(channels: 2), .init("data", [], announced: .max), magic: "RF64", announced: .max)
    let path = folder.write(head.bytes, to: "huge.wav")
    try #require(truncate(path, head.bytes.count + 0x1_4000_0000) == 0)
    let file = try AudioFile(reading: path)
    #expect(file.length == 0x5000_0000 && file.remarks == [])
    try file.seek(to: file.length - 3)
    #expect(try file.sound() == [[0, 0, 0], [0, 0, 0]] && file.position == file.length)
  }

  @Test func aFileIsReadFromAnyFrameInAnyForm() throws {
    let wav = WAVFile(.format(channels: 2), .data((0..<20).map { Int16($0 * 1_000) }))
    let path = folder.write(wav.bytes, to: "b.wav")
    for (type, isInterleaved) in SampleType.allCases.flatMap({ [($0, true), ($0, false)] }) {
      let file = try AudioFile(reading: path, sampleType: type, isInterleaved: isInterleaved)
      #expect(file.processingFormat.sampleType == type && file.processingFormat.isInterleaved == isInterleaved)
      try file.seek(to: 4)
      let expected = [0, 1].map { channel in (4..<10).map { Double($0 * 2 + channel) * 1_000 / 32_768 } }
      #expect(try file.sound(piece: 5) == expected)
      #expect(file.position == 10)
      try file.seek(to: 10)
      #expect(try file.sound() == [[], []])
    }
    let other = try AudioFormat(standardSampleRate: 44_100, channelCount: 2)
    #expect(failure { _ = try AudioFile(reading: path, processing: other) }?.code == .unsupported)
    let same = try AudioFormat(standardSampleRate: 48_000, channelCount: 2)
    #expect(try AudioFile(reading: path, processing: same).processingFormat == same)
  }

  @Test func anOpenDescriptorIsReadFromTheFilesStart() throws {
    let path = folder.write(WAVFile(.format(), .data([1, 2])).bytes, to: "c.wav")
    let descriptor = Glibc.open(path, O_RDONLY)
    lseek(descriptor, 20, SEEK_SET)
    let file = try AudioFile(descriptor: descriptor)
    close(descriptor)
    #expect(try file.sound() == [[0x1p-15, 0x1p-14]])
    #expect(failure { _ = try AudioFile(descriptor: -1) }?.code == .unreadable)
  }
}

extension [UInt8] {
  /// So many zeros.
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
