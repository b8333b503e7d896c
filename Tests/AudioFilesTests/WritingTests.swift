import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// What is written can be read.
struct WritingTests {
  private let folder = TemporaryFolder()

  /// Frames, channels, rates and pieces at random: what an encoding can hold comes back as it was.
  @Test func whatIsWrittenIsRead() throws {
    var random = generator("WAV round trips")
    let layouts = [.mono, .stereo, .quad, .surround51, .ambisonic(order: 1), ChannelLayout.midSide]
    for (encoding, layout) in Encoding.samples.flatMap({ encoding in layouts.map { (encoding, $0) } }) {
      let frames = Int.random(in: 0...2_000, using: &random)
      let sound = exactSound(encoding, channels: layout.channelCount, frames: frames, &random)
      let format = AudioFileFormat(.wav, encoding, sampleRate: 96_000, layout: layout)
      try write(sound, to: folder("a.wav"), format, piece: Int.random(in: 1...1_500, using: &random))
      let file = try AudioFile(reading: folder("a.wav"), sampleType: .float64)
      verify(file.length == Int64(frames) && file.remarks == [])
      verify(file.fileFormat.encoding == encoding && file.fileFormat.sampleRate == 96_000)
      if let mask = layout.waveMask { verify(file.fileFormat.layout.waveMask, equals: mask) }
      try verify(file.sound(piece: Int.random(in: 1...1_500, using: &random)) == sound, "\(encoding) \(layout)")
    }
  }

  @Test func everyTypeOfBufferIsTakenAndTheHeaderSaysTheTruth() throws {
    let sound: Sound = [[0.5, -0.25], [-1, 0.125]]
    let path = folder("a.wav")
    let writer = try AudioFileWriter(writing: path, encoding: .int16, sampleRate: 48_000, layout: .stereo)
    for type in SampleType.allCases {
      try writer.write(AudioBuffer.of(sound, type, isInterleaved: true))
      try writer.write(AudioBuffer.of(sound, type))
    }
    verify(writer.length, equals: 16)
    try writer.finish()
    try writer.finish()
    try verify(AudioFile(reading: path).sound(), equals: sound.map { Array(repeating: $0, count: 8).flatMap(\.self) })
    try write([[0.5, 0.5, 0.5]], to: path, .init(.wav, .int8, sampleRate: 8_000, layout: .mono))
    let bytes = Child.contents(path)
    verify(bytes.count % 2, equals: 0, "padded")
    verify(Array(bytes[4..<8]), equals: little(bytes.count - 8, 4))
    verify(Array(bytes[(bytes.count - 8)...]), equals: little(3, 4) + [192, 192, 192, 0])
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
    try data.withUnsafeBytes { try sink.encode(try demand($0.baseAddress), frames: 3) }
    try sink.finish()
    verify(Child.contents(folder("a.rf64")), equals: Child.contents(folder("b.wav")))
    let file = try AudioFile(reading: folder("b.wav"))
    verify(file.fileFormat.container == .rf64 && file.length == 3 && file.remarks == [])
    try verify(file.sound(), equals: sound)
  }

  @Test func aDescriptorAndAPipeGetTheirSoundAndWhatWasNeverFinishedIsReadToItsEnd() throws {
    do {
      let writer = try AudioFileWriter(writing: folder("a.wav"), sampleRate: 48_000, layout: .mono)
      try writer.write(AudioBuffer.of([[0.5, 0.25]]))
    }
    let unfinished = try AudioFile(reading: folder("a.wav"))
    try verify(unfinished.sound() == [[0.5, 0.25]] && unfinished.remarks.count == 1)

    let descriptor = open(folder("a"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    verify(Glibc.write(descriptor, "abc", 3), equals: 3)
    func write(to descriptor: Int32) throws {
      // The writer has a descriptor of its own.
      let copy = dup(descriptor)
      let writer = Result {
        try AudioFileWriter(descriptor: copy, format: .init(.wav, sampleRate: 48_000, layout: .mono))
      }
      close(copy)
      try writer.get().write(AudioBuffer.of([[0.5]]))
      try writer.get().finish()
    }
    try write(to: descriptor)
    let bytes = Child.contents(folder("a"))
    verify(bytes.starts(with: Array("abcRIFF".utf8)), "from its position on")
    let file = try AudioFile(reading: folder.write(Array(bytes.dropFirst(3)), to: "b.wav"))
    try verify(file.sound() == [[0.5]] && file.remarks == [])

    var ends: [Int32] = [0, 0]
    try demand(pipe(&ends) == 0)
    try write(to: ends[1])
    var streamed = [UInt8](repeating: 0, count: 1_000)
    streamed.removeLast(1_000 - max(0, Glibc.read(ends[0], &streamed, 1_000)))
    close(ends[0])
    let stream = try AudioFile(reading: folder.write(streamed, to: "a.wav"))
    try verify(stream.sound() == [[0.5]] && stream.remarks.count == 1)
    signal(SIGPIPE, SIG_IGN)
    verify(failure { try write(to: ends[1]) }?.code, equals: .closed, "without a reader")
    close(ends[1])
  }

  @Test func formatsAndPlacesThatAreNotPossibleMakeNothing() {
    for (name, encoding, rate, layout, says) in [
      ("wav", nil, 48_000, .mono, "its extension isn't an audio file's"),
      ("a.wav", .vorbis, 48_000, .mono, "WAV can't be written as vorbis; use float32, float64, int8"),
      ("a.flac", .float32, 48_000, .mono, "FLAC can't be written as float32; use int24, int16 or int8"),
      ("a.wav", nil, 0, .mono, "a sample rate of 0.0 Hz"), ("a.wav", nil, 44_100.5, .mono, "a whole number"),
      ("a.wav", nil, .nan, .mono, "a sample rate of nan Hz"), ("a.wav", nil, 48_000, .discrete(0), "0 channels"),
    ] as [(String, Encoding?, Double, ChannelLayout, String)] {
      let path = folder(name)
      let error = failure {
        _ = try AudioFileWriter(writing: path, encoding: encoding, sampleRate: rate, layout: layout)
      }
      verify(error?.code == .unsupported && error?.description.contains(says) == true, "\(error as Any)")
      verify(access(path, F_OK) != 0)
    }
    mkfifo(folder("pipe"), 0o600)
    for (path, code) in [
      (folder("no/such"), .noFolder), (folder.path, .unwritable), (folder("pipe"), .unwritable), ("", .unwritable),
    ] as [(String, AudioFileError.Code)] {
      let format = AudioFileFormat(.wav, sampleRate: 48_000, layout: .mono)
      verify(failure { _ = try AudioFileWriter(writing: path, format: format) }?.code, equals: code, "\(path)")
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let sound: Sound = [(0..<100_000).map { Double($0 % 1_000) / 1_000 }]
    for container in [Container.wav, .flac] where container == .wav || InstalledLibrary.isThere {
      let format = AudioFileFormat(container, .int16, sampleRate: 48_000, layout: .mono)
      let error = failure { try write(sound, to: "/dev/full", format) }
      verify(error?.code == .full && error?.description.contains("make room") == true, "\(error as Any)")
    }
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
}
