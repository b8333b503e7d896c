import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// What libsndfile reads and writes, and where it and our own WAV have to agree.
@Suite(.enabled(if: InstalledLibrary.isThere, "libsndfile1 is not installed"))
struct LibraryTests {
  private let folder = TemporaryFolder()

  static let lossless: [(Container, Encoding)] = [Container.flac, .aiff, .caf, .au, .w64].flatMap { container in
    container.encodings.map { (container, $0) }
  }

  @Test(arguments: lossless) func whatIsWrittenIsRead(container: Container, encoding: Encoding) throws {
    var random = generator("round trip of \(container) \(encoding)")
    for channels in 1...3 {
      // Even, because libsndfile 1.2.0 takes the padding of an AIFF file of 8 bits for a frame.
      let frames = 2 * Int.random(in: 1...4_500, using: &random)
      let sound = exactSound(encoding, channels: channels, frames: frames, &random)
      let layout = ChannelLayout.standard(channelCount: channels)
      try write(sound, to: folder("a"), AudioFileFormat(container, encoding, sampleRate: 44_100, layout: layout))
      let file = try AudioFile(reading: folder("a"), sampleType: .float64)
      #expect(file.fileFormat.container == container && file.fileFormat.encoding == encoding)
      #expect(file.fileFormat.sampleRate == 44_100 && file.fileFormat.channelCount == channels)
      #expect(file.length == Int64(frames))
      #expect(try file.sound() == sound)
      try file.seek(to: file.length / 2)
      #expect(try file.sound() == sound.map { Array($0[(frames / 2)...]) })
    }
  }

  @Test(arguments: [(.ogg, .vorbis), (.ogg, .opus), (.mp3, .mp3)] as [(Container, Encoding)])
  func aLossyFileSoundsAlike(container: Container, encoding: Encoding) throws {
    let tone = (0..<48_000).map { Double($0 % 480) / 480 - 0.5 }
    try write([tone, tone], to: folder("a"), .init(container, encoding, sampleRate: 48_000, layout: .stereo))
    let file = try AudioFile(reading: folder("a"))
    #expect(file.fileFormat.container == container && file.fileFormat.encoding == encoding)
    let sound = try file.sound()
    try file.seek(to: file.length)
    #expect(try file.sound() == [[], []])
    try file.seek(to: file.length / 2)
    #expect(try abs(file.sound()[0].count - sound[0].count / 2) < 3_000)
    #expect(sound.count == 2 && abs(sound[0].count - 48_000) < 3_000)
    #expect(abs((sound[0].max() ?? 0) - 0.5) < 0.2)
  }

  /// Our own WAV as libsndfile reads it.
  @Test(arguments: Encoding.samples, [Container.wav, .rf64])
  func theLibraryReadsOurWAV(encoding: Encoding, container: Container) throws {
    var random = generator("our \(container) of \(encoding) in libsndfile")
    for layout in [.mono, .stereo, ChannelLayout.surround51] {
      let frames = Int.random(in: 1...5_000, using: &random)
      let sound = exactSound(encoding, channels: layout.channelCount, frames: frames, &random)
      let path = folder("a.wav")
      try write(sound, to: path, .init(container, encoding, sampleRate: 48_000, layout: layout))
      let ours = try AudioFile(reading: path, sampleType: .float64)
      let theirs = try LibraryDecoder(FileBytes.reading(path), SoundFileLibrary.name, kind: "test")
      #expect(theirs.format == ours.fileFormat && theirs.length == ours.length)
      let buffer = AudioBuffer(format: ours.processingFormat, frameCapacity: frames)
      let staging = StagingBuffer(frameSize: layout.channelCount * theirs.sample.byteCount)
      while buffer.frameLength < frames {
        let wanted = min(staging.frameCapacity, frames - buffer.frameLength)
        let count = try theirs.read(staging.address, frames: wanted)
        try #require(count == wanted)
        staging.unpack(theirs.sample, into: buffer, at: buffer.frameLength, frames: count)
        buffer.frameLength += count
      }
      #expect(try buffer.sound() == ours.sound())
    }
  }

  /// libsndfile's WAV as we read it.
  @Test(arguments: Encoding.samples, [Container.wav, .rf64])
  func weReadTheLibrarysWAV(encoding: Encoding, container: Container) throws {
    var random = generator("\(container) of \(encoding) by libsndfile")
    for layout in [.mono, .stereo, ChannelLayout.discrete(5)] {
      let frames = Int.random(in: 1...5_000, using: &random)
      let sound = exactSound(encoding, channels: layout.channelCount, frames: frames, &random)
      let format = AudioFileFormat(container, encoding, sampleRate: 44_100, layout: layout)
      let plan = try LibraryEncoder.Plan(format, SoundFileLibrary.name, path: "test")
      let sink = try LibraryEncoder(FileBytes.writing(folder("a.wav")), plan)
      let staging = StagingBuffer(frameSize: layout.channelCount * sink.sample.byteCount)
      let buffer = try AudioBuffer.of(sound, rate: 44_100, layout: layout)
      var done = 0
      while done < frames {
        let count = min(staging.frameCapacity, frames - done)
        staging.pack(sink.sample, from: buffer, at: done, frames: count)
        try sink.encode(staging.address, frames: count)
        done += count
      }
      try sink.finish()
      let file = try AudioFile(reading: folder("a.wav"), sampleType: .float64)
      #expect(file.fileFormat.encoding == encoding && file.length == Int64(frames) && file.remarks == [])
      #expect(try file.sound() == sound)
    }
  }

  /// A-law and µ-law come from the library even in WAV.
  @Test(arguments: [(6, Encoding.aLaw), (7, .muLaw)]) func telephoneWAVIsRead(tag: Int, encoding: Encoding) throws {
    let wav = WAVFile(.format(tag: tag, rate: 8_000, bits: 8, more: [0, 0]), .init("data", [0x80, 0xFF, 0, 0x55]))
    let file = try AudioFile(reading: folder.write(wav.bytes, to: "a.wav"))
    #expect(file.fileFormat.container == .wav && file.fileFormat.encoding == encoding && file.length == 4)
    #expect(try file.sound()[0].contains { abs($0) > 0.1 })
  }

  @Test(
    arguments: [
      (.flac, .surround51, .surround51), (.flac, .discrete(4), .quad), (.caf, .surround51, .surround51),
      (.flac, .stereo, .stereo), (.flac, .mono, .mono), (.au, .discrete(5), .discrete(5)),
    ] as [(Container, ChannelLayout, ChannelLayout)])
  func theLayoutIsKept(container: Container, written: ChannelLayout, read: ChannelLayout) throws {
    let sound = Sound(repeating: [0.5], count: written.channelCount)
    try write(sound, to: folder("a"), .init(container, .int16, sampleRate: 48_000, layout: written))
    #expect(try AudioFile(reading: folder("a")).fileFormat.layout == read)
  }

  @Test func aDamagedFileIsAnError() throws {
    let sound: Sound = [(0..<20_000).map { Double($0 % 77) / 77 }]
    try write(sound, to: folder("a.flac"), .init(.flac, .int16, sampleRate: 48_000, layout: .mono))
    let bytes = Child.contents(folder("a.flac"))
    for count in [5, 30, 60] {
      let error = failure { _ = try AudioFile(reading: folder.write(Array(bytes.prefix(count)), to: "b")).sound() }
      #expect(error == nil || [.damaged, .notAudio, .unsupported].contains(error?.code), "\(count): \(error as Any)")
    }
    let piece = try AudioFile(reading: folder.write(Array(bytes.prefix(bytes.count / 2)), to: "c"))
    _ = failure { _ = try piece.sound() }
  }

  @Test func aPipeIsRefusedForWhatIsNoWAV() throws {
    let descriptor = open(folder("a"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    let error = failure {
      _ = try AudioFileWriter(descriptor: descriptor, format: .init(.flac, sampleRate: 48_000, layout: .mono))
    }
    #expect(error?.code == .unsupported && error?.detail == "only WAV can be written to something that is not a file")
  }
}
