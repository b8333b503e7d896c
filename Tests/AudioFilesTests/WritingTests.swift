import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// What is written can be read.
@Suite struct WritingTests {
  private let folder = TemporaryFolder()

  /// Frames, channels, rates and pieces at random: what an encoding can hold comes back as it was.
  @Test(arguments: Encoding.samples) func whatIsWrittenIsRead(encoding: Encoding) throws {
    var random = generator("WAV round trip of \(encoding)")
    for layout in [.mono, .stereo, .quad, .surround51, .ambisonic(order: 1), ChannelLayout.midSide] {
      let frames = Int.random(in: 0...9_000, using: &random)
      let sound = exactSound(encoding, channels: layout.channelCount, frames: frames, &random)
      let format = AudioFileFormat(.wav, encoding, sampleRate: 96_000, layout: layout)
      try write(sound, to: folder("a.wav"), format, piece: Int.random(in: 1...4_000, using: &random))
      let file = try AudioFile(reading: folder("a.wav"), sampleType: .float64)
      #expect(file.length == Int64(frames) && file.remarks == [])
      #expect(file.fileFormat.encoding == encoding && file.fileFormat.sampleRate == 96_000)
      if let mask = layout.waveMask { #expect(file.fileFormat.layout.waveMask == mask) }
      #expect(try file.sound(piece: Int.random(in: 1...4_000, using: &random)) == sound)
    }
  }

  @Test func everyTypeOfBufferIsTaken() throws {
    let sound: Sound = [[0.5, -0.25], [-1, 0.125]]
    let path = folder("a.wav")
    let writer = try AudioFileWriter(writing: path, encoding: .int16, sampleRate: 48_000, layout: .stereo)
    for type in SampleType.allCases {
      try writer.write(AudioBuffer.of(sound, type, isInterleaved: true))
      try writer.write(AudioBuffer.of(sound, type))
    }
    #expect(writer.length == 16)
    try writer.finish()
    try writer.finish()
    #expect(try AudioFile(reading: path).sound() == sound.map { Array(repeating: $0, count: 8).flatMap(\.self) })
  }

  @Test func integersAreRoundedAndClipped() throws {
    try write(
      [[2, -2, 0.4 / 32_768, 0.6 / 32_768, .nan]], to: folder("a.wav"),
      .init(
        .wav, .int16, sampleRate: 8_000, layout: .mono))
    let file = try AudioFile(reading: folder("a.wav"))
    #expect(try file.sound() == [[32_767.0 / 32_768, -1, 0, 0x1p-15, 0]])
  }

  @Test func theHeaderSaysTheTruth() throws {
    try write([[0.5, 0.5, 0.5]], to: folder("a.wav"), .init(.wav, .int8, sampleRate: 8_000, layout: .mono))
    let bytes = Child.contents(folder("a.wav"))
    #expect(bytes.count % 2 == 0, "padded")
    #expect(Array(bytes[4..<8]) == little(bytes.count - 8, 4))
    #expect(Array(bytes[(bytes.count - 8)...]) == little(3, 4) + [192, 192, 192, 0])
  }

  @Test func rf64IsWrittenWhereAFileIsTooLargeAndWhereItIsAskedFor() throws {
    let sound: Sound = [[0.5, -0.5, 0.25]]
    let (wav, rf64) = (
      AudioFileFormat(.wav, .int24, sampleRate: 8_000, layout: .mono),
      AudioFileFormat(.rf64, .int24, sampleRate: 8_000, layout: .mono)
    )
    try write(sound, to: folder("a.rf64"), rf64)
    let sink = try WAVEncoder(FileBytes.writing(folder("b.wav")), format: wav, sample: .int24, sizeLimit: 80)
    let data: [UInt8] = [0, 0, 0x40, 0, 0, 0xC0, 0, 0, 0x20]
    try data.withUnsafeBytes { try sink.encode(#require($0.baseAddress), frames: 3) }
    try sink.finish()
    #expect(Child.contents(folder("a.rf64")) == Child.contents(folder("b.wav")))
    let file = try AudioFile(reading: folder("b.wav"))
    #expect(file.fileFormat.container == .rf64 && file.length == 3 && file.remarks == [])
    #expect(try file.sound() == sound)
  }

  @Test func aFileThatWasNeverFinishedIsReadToItsEnd() throws {
    do {
      let writer = try AudioFileWriter(writing: folder("a.wav"), sampleRate: 48_000, layout: .mono)
      try writer.write(AudioBuffer.of([[0.5, 0.25]]))
    }
    let file = try AudioFile(reading: folder("a.wav"))
    #expect(try file.sound() == [[0.5, 0.25]] && file.remarks.count == 1)
  }

  @Test func aDescriptorIsWrittenFromItsPositionOn() throws {
    let descriptor = open(folder("a"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    #expect(Glibc.write(descriptor, "abc", 3) == 3)
    let writer = try AudioFileWriter(
      descriptor: descriptor, format: .init(.wav, .int16, sampleRate: 48_000, layout: .mono))
    try writer.write(AudioBuffer.of([[0.5]]))
    try writer.finish()
    let bytes = Child.contents(folder("a"))
    #expect(bytes.starts(with: Array("abcRIFF".utf8)))
    let file = try AudioFile(reading: folder.write(Array(bytes.dropFirst(3)), to: "b.wav"))
    #expect(try file.sound() == [[0.5]] && file.remarks == [])
  }

  @Test func aPipeGetsAStream() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let writer = try AudioFileWriter(
      descriptor: ends[1], format: .init(.wav, .float32, sampleRate: 48_000, layout: .mono))
    close(ends[1])
    try writer.write(AudioBuffer.of([[0.5]]))
    try writer.finish()
    var bytes = [UInt8](repeating: 0, count: 1_000)
    bytes.removeLast(1_000 - max(0, Glibc.read(ends[0], &bytes, 1_000)))
    close(ends[0])
    let file = try AudioFile(reading: folder.write(bytes, to: "a.wav"))
    #expect(try file.sound() == [[0.5]] && file.remarks.count == 1)
  }

  @Test func formatsThatAreNotPossibleMakeNothing() {
    let table: [(path: String, encoding: Encoding?, rate: Double, layout: ChannelLayout, says: String)] = [
      ("a.txt", nil, 48_000, .mono, "use .wav, .rf64, .flac"),
      ("wav", nil, 48_000, .mono, "its extension isn't an audio file's"),
      ("a.wav", .vorbis, 48_000, .mono, "WAV can't be written as vorbis; use float32, float64, int8"),
      ("a.flac", .float32, 48_000, .mono, "FLAC can't be written as float32; use int24, int16 or int8"),
      ("a.wav", nil, 0, .mono, "a sample rate of 0.0 Hz"), ("a.wav", nil, 44_100.5, .mono, "a whole number"),
      ("a.wav", nil, .nan, .mono, "a sample rate of nan Hz"), ("a.wav", nil, 48_000, .discrete(0), "0 channels"),
    ]
    for row in table {
      let path = folder(row.path)
      let error = failure {
        _ = try AudioFileWriter(writing: path, encoding: row.encoding, sampleRate: row.rate, layout: row.layout)
      }
      #expect(error?.code == .unsupported && error?.description.contains(row.says) == true, "\(error as Any)")
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test func placesThatCanNotBeWrittenAreNamed() {
    let format = AudioFileFormat(.wav, sampleRate: 48_000, layout: .mono)
    mkfifo(folder("pipe"), 0o600)
    for (path, code) in [
      (folder("no/such"), .noFolder), (folder.path, .unwritable), (folder("pipe"), .unwritable), ("", .unwritable),
    ] as [(String, AudioFileError.Code)] {
      #expect(failure { _ = try AudioFileWriter(writing: path, format: format) }?.code == code, "\(path)")
    }
  }

  @Test(arguments: [.wav, .flac] as [Container]) func aFullDiskIsAnError(container: Container) throws {
    if container != .wav && !InstalledLibrary.isThere { return }
    let format = AudioFileFormat(container, .int16, sampleRate: 48_000, layout: .mono)
    let sound: Sound = [(0..<100_000).map { Double($0 % 1_000) / 1_000 }]
    let error = failure { try write(sound, to: "/dev/full", format) }
    #expect(error?.code == .full && error?.description.contains("make room") == true, "\(error as Any)")
  }

  /// In a process of its own, because the limit is a process's.
  @Test func aFileThatMayNotGrowIsAnErrorAndHoldsWhatWasWritten() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200_001, rlim_max: 200_001)
      setrlimit(__rlimit_resource_t(1), &limit)
      let folder = TemporaryFolder()
      let writer = try AudioFileWriter(writing: folder("a.wav"), encoding: .int8, sampleRate: 8_000, layout: .mono)
      let buffer = try AudioBuffer.of([[Double](repeating: 0.5, count: 1_001)], rate: 8_000)
      var error: AudioFileError?
      while error == nil { error = failure { try writer.write(buffer) } }
      try writer.finish()
      let file = try AudioFile(reading: folder("a.wav"))
      let sound = try file.sound()
      let isRight = error?.code == .tooLarge && file.remarks == [] && file.length == writer.length
      exit(isRight && sound[0].count > 190_000 && sound[0].allSatisfy { $0 == 0.5 } ? 0 : 1)
    }
  }

  @Test func aPipeWithoutAReaderIsAnError() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let error = failure {
      _ = try AudioFileWriter(descriptor: ends[1], format: .init(.wav, sampleRate: 48_000, layout: .mono))
    }
    #expect(error?.code == .closed)
  }
}
