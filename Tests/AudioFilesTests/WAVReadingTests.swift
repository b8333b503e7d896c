import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// WAV files as other programs write them.
struct WAVReadingTests {
  private let folder = TemporaryFolder()

  private func open(_ wav: WAVFile, dropping count: Int = 0) throws -> AudioFile {
    try AudioFile(reading: folder.write(Array(wav.bytes.dropLast(count)), to: "a.wav"), sampleType: .float64)
  }

  @Test func everyEncodingIsRead() throws {
    for (tag, bits, data, encoding, samples) in [
      (1, 8, [0, 128, 255, 64], .int8, [-1, 0, 127.0 / 128, -0.5]),
      (1, 16, [0, 0x80, 0xFF, 0x7F, 0, 0xC0], .int16, [-1, 32_767.0 / 32_768, -0.5]),
      (1, 24, [0, 0, 0x80, 1, 0, 0, 0xFF, 0xFF, 0xFF], .int24, [-1, 0x1p-23, -0x1p-23]),
      (1, 20, [0, 0, 0x80, 0x10, 0, 0], .int24, [-1, 0x1p-19]),
      (1, 32, [0, 0, 0, 0x80, 1, 0, 0, 0], .int32, [-1, 0x1p-31]),
      (3, 32, [0, 0, 0, 0x3F, 0, 0, 0x80, 0xC1], .float32, [0.5, -16]),
      (3, 64, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F], .float64, [0.5]),
    ] as [(Int, Int, [UInt8], Encoding, [Double])] {
      let file = try open(WAVFile(.format(tag: tag, bits: bits), .init("data", data)))
      verify(file.fileFormat.container == .wav && file.fileFormat.encoding == encoding)
      verify(file.fileFormat.sampleRate == 48_000 && file.fileFormat.layout == .mono)
      verify(file.length == Int64(samples.count) && file.remarks == [])
      try verify(file.sound(), equals: [samples])
      let extensible = try open(WAVFile(.extensible(tag: tag, bits: (bits + 7) / 8 * 8), .init("data", data)))
      try verify(extensible.sound(), equals: [samples])
    }
  }

  @Test func theExtensibleFormatTellsLayoutAndValidBits() throws {
    let file = try open(
      WAVFile(.extensible(channels: 6, bits: 32, validBits: 24, mask: 0x3F), .init("data", .zeros(24 * 2))))
    verify(file.fileFormat.layout == .surround51 && file.fileFormat.validBits == 24 && file.length == 2)
    verify(file.processingFormat.layout, equals: .surround51)
    verify("\(file.fileFormat)", equals: "WAV, 32-bit integer (24 bits used), 48000 Hz, 6 channels (5.1)")
    let ambisonic: [UInt8] = [0, 0, 0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0]
    let field = try open(WAVFile(.extensible(tag: 3, channels: 4, bits: 32, guid: ambisonic), .init("data", [])))
    verify(field.fileFormat.layout.roles, equals: [.ambisonicW, .ambisonicX, .ambisonicY, .ambisonicZ])
    try verify(open(WAVFile(.format(channels: 3), .init("data", []))).fileFormat.layout, equals: .discrete(3))
  }

  @Test func chunksAroundTheAudioAreSkippedAndAForgottenPaddingByteIsTolerated() throws {
    let file = try open(
      WAVFile(
        .init("JUNK", .zeros(28)), .init("odd ", [1, 2, 3]), .format(), .init("zero", []), .data([1, -1]),
        .init("LIST", .zeros(9))))
    try verify(file.sound() == [[0x1p-15, -0x1p-15]] && file.remarks == [])
    try verify(open(WAVFile(.init("odd ", [1, 2, 3], isPadded: false), .format(), .data([1]))).length, equals: 1)
    let empty = try open(WAVFile(.format(), .data([]), .init("LIST", .zeros(10))))
    try verify(empty.length == 0 && empty.remarks == [] && empty.sound() == [[]], "it is no stream")
  }

  @Test func aStreamIsReadToTheFilesEndAndATruncatedFileAsFarAsItGoes() throws {
    for (data, riff) in [
      (.max, .max), (.max, nil), (0x7FFF_F000, 0x7FFF_F024), (0, 0), (0, .max), (0, 36),
    ] as [(UInt32, UInt32?)] {
      let file = try open(WAVFile(.format(), .data([1, 2, 3], announced: data), announced: riff))
      verify(file.length, equals: 3)
      verify(file.remarks, equals: ["the header gives no length; it is taken from the file's size"])
    }
    let file = try open(WAVFile(.format(channels: 2), .data([1, 2, 3, 4, 5, 6])), dropping: 5)
    verify(file.length, equals: 1)
    verify(
      file.remarks,
      equals: [
        "truncated: the header announces 3 frames, but there are 1", "the last frame is incomplete and left out",
      ])
    try verify(file.sound(), equals: [[0x1p-15], [2 * 0x1p-15]])
  }

  @Test func rf64HasSizesOf64BitsAlsoBeyond4GiB() throws {
    func sizes(_ data: Int, frames: Int) -> WAVFile.Chunk {
      .init("ds64", little(0, 8) + little(data, 8) + little(frames, 8) + little(0, 4))
    }
    let file = try open(
      WAVFile(sizes(6, frames: 3), .format(), .data([1, 2, 3, 4], announced: .max), magic: "RF64", announced: .max))
    verify(file.fileFormat.container == .rf64 && file.length == 3 && file.remarks == [])
    let lying = try open(
      WAVFile(sizes(-1, frames: 3), .format(), .data([1, 2], announced: .max), magic: "RF64", announced: .max))
    verify(lying.length == 2 && lying.remarks.first?.hasPrefix("truncated") == true)
    let head = WAVFile(
      sizes(0x1_4000_0000, frames: 0), .format(channels: 2), .init("data", [], announced: .max), magic: "RF64",
      announced: .max)
    let path = folder.write(head.bytes, to: "huge.wav")
    try demand(truncate(path, head.bytes.count + 0x1_4000_0000) == 0)
    let huge = try AudioFile(reading: path)
    verify(huge.length == 0x5000_0000 && huge.remarks == [])
    try huge.seek(to: huge.length - 3)
    try verify(huge.sound() == [[0, 0, 0], [0, 0, 0]] && huge.position == huge.length)
  }

  @Test func aFileIsReadFromAnyFrameInAnyForm() throws {
    let wav = WAVFile(.format(channels: 2), .data((0..<20).map { Int16($0 * 1_000) }))
    let path = folder.write(wav.bytes, to: "b.wav")
    for (type, isInterleaved) in SampleType.allCases.flatMap({ [($0, true), ($0, false)] }) {
      let file = try AudioFile(reading: path, sampleType: type, isInterleaved: isInterleaved)
      verify(file.processingFormat.sampleType == type && file.processingFormat.isInterleaved == isInterleaved)
      try file.seek(to: 4)
      let expected = [0, 1].map { channel in (4..<10).map { Double($0 * 2 + channel) * 1_000 / 32_768 } }
      try verify(file.sound(piece: 5), equals: expected)
      verify(file.position, equals: 10)
      try file.seek(to: 10)
      try verify(file.sound(), equals: [[], []])
    }
    let other = try AudioFormat(standardSampleRate: 44_100, channelCount: 2)
    verify(failure { _ = try AudioFile(reading: path, processing: other) }?.code, equals: .unsupported)
    let same = try AudioFormat(standardSampleRate: 48_000, channelCount: 2)
    try verify(AudioFile(reading: path, processing: same).processingFormat, equals: same)

    // An open descriptor is read from the file's start.
    let descriptor = Glibc.open(folder.write(WAVFile(.format(), .data([1, 2])).bytes, to: "c.wav"), O_RDONLY)
    lseek(descriptor, 20, SEEK_SET)
    let file = try AudioFile(descriptor: descriptor)
    close(descriptor)
    try verify(file.sound(), equals: [[0x1p-15, 0x1p-14]])
    verify(failure { _ = try AudioFile(descriptor: -1) }?.code, equals: .unreadable)
  }
}

extension [UInt8] {
  /// So many zeros.
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
