import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// What libsndfile reads and writes, and where it and our own WAV have to agree.
@Suite(.enabled(if: InstalledLibrary.isThere, "libsndfile1 is not installed"))
struct LibraryTests {
  private let folder = TemporaryFolder()

  @Test func whatIsWrittenLosslesslyIsRead() throws {
    var random = generator("round trips through libsndfile")
    for container in [Container.flac, .aiff, .caf, .au, .w64] {
      for encoding in container.encodings {
        // Even, because libsndfile 1.2.0 takes the padding of an AIFF file of 8 bits for a frame.
        let frames = 2 * Int.random(in: 1...2_000, using: &random)
        let channels = Int.random(in: 1...3, using: &random)
        let sound = exactSound(encoding, channels: channels, frames: frames, &random)
        let layout = ChannelLayout.standard(channelCount: channels)
        try write(sound, to: folder("a"), AudioFileFormat(container, encoding, sampleRate: 44_100, layout: layout))
        let file = try AudioFile(reading: folder("a"), sampleType: .float64)
        verify(file.fileFormat.container == container && file.fileFormat.encoding == encoding)
        verify(file.fileFormat.sampleRate == 44_100 && file.fileFormat.channelCount == channels)
        verify(file.length, equals: Int64(frames))
        try verify(file.sound() == sound, "\(container) \(encoding)")
        try file.seek(to: file.length / 2)
        try verify(file.sound() == sound.map { Array($0[(frames / 2)...]) }, "\(container) \(encoding)")
      }
    }
  }

  @Test func aLossyFileSoundsAlike() throws {
    let tone = (0..<24_000).map { Double($0 % 480) / 480 - 0.5 }
    for (container, encoding) in [(.ogg, .vorbis), (.ogg, .opus), (.mp3, .mp3)] as [(Container, Encoding)] {
      try write([tone, tone], to: folder("a"), .init(container, encoding, sampleRate: 48_000, layout: .stereo))
      let file = try AudioFile(reading: folder("a"))
      verify(file.fileFormat.container == container && file.fileFormat.encoding == encoding)
      let sound = try file.sound()
      try file.seek(to: file.length)
      try verify(file.sound(), equals: [[], []])
      try file.seek(to: file.length / 2)
      try verify(abs(file.sound()[0].count - sound[0].count / 2) < 3_000)
      verify(sound.count == 2 && abs(sound[0].count - 24_000) < 3_000)
      verify(abs((sound[0].max() ?? 0) - 0.5) < 0.2)
    }
  }

  /// Our own WAV as libsndfile reads it, and libsndfile's as we read it.
  @Test func theLibraryAndWeReadEachOthersWAV() throws {
    var random = generator("WAV of libsndfile and of our own")
    for (encoding, container) in Encoding.samples.flatMap({ [($0, Container.wav), ($0, .rf64)] }) {
      let layout = [.mono, .stereo, ChannelLayout.surround51].randomElement(using: &random) ?? .mono
      let frames = Int.random(in: 1...3_000, using: &random)
      let sound = exactSound(encoding, channels: layout.channelCount, frames: frames, &random)
      let (path, format) = (folder("a.wav"), AudioFileFormat(container, encoding, sampleRate: 48_000, layout: layout))
      try write(sound, to: path, format)
      let ours = try AudioFile(reading: path, sampleType: .float64)
      let theirs = try LibraryDecoder(FileBytes.reading(path), SoundFileLibrary.name, kind: "test")
      verify(theirs.format == ours.fileFormat && theirs.length == ours.length)
      let buffer = AudioBuffer(format: ours.processingFormat, frameCapacity: frames)
      let staging = StagingBuffer(frameSize: layout.channelCount * theirs.sample.byteCount)
      while buffer.frameLength < frames {
        let wanted = min(staging.frameCapacity, frames - buffer.frameLength)
        let count = try theirs.read(staging.address, frames: wanted)
        try demand(count == wanted)
        staging.unpack(theirs.sample, into: buffer, at: buffer.frameLength, frames: count)
        buffer.frameLength += count
      }
      try verify(buffer.sound() == sound && ours.sound() == sound, "ours: \(format)")

      let sink = try LibraryEncoder(
        FileBytes.writing(folder("b.wav")), LibraryEncoder.Plan(format, SoundFileLibrary.name, path: "test"))
      let room = StagingBuffer(frameSize: layout.channelCount * sink.sample.byteCount)
      var done = 0
      while done < frames {
        let count = min(room.frameCapacity, frames - done)
        room.pack(sink.sample, from: buffer, at: done, frames: count)
        try sink.encode(room.address, frames: count)
        done += count
      }
      try sink.finish()
      let file = try AudioFile(reading: folder("b.wav"), sampleType: .float64)
      verify(file.fileFormat.encoding == encoding && file.length == Int64(frames) && file.remarks == [])
      try verify(file.sound() == sound, "theirs: \(format)")
    }
  }

  /// A-law and µ-law come from the library even in WAV.
  @Test func telephoneWAVIsReadAndLayoutsAreKept() throws {
    for (tag, encoding) in [(6, Encoding.aLaw), (7, .muLaw)] {
      let wav = WAVFile(.format(tag: tag, rate: 8_000, bits: 8, more: [0, 0]), .init("data", [0x80, 0xFF, 0, 0x55]))
      let file = try AudioFile(reading: folder.write(wav.bytes, to: "a.wav"))
      verify(file.fileFormat.container == .wav && file.fileFormat.encoding == encoding && file.length == 4)
      try verify(file.sound()[0].contains { abs($0) > 0.1 })
    }
    for (container, written, read) in [
      (.flac, .surround51, .surround51), (.flac, .discrete(4), .quad), (.caf, .surround51, .surround51),
      (.flac, .stereo, .stereo), (.flac, .mono, .mono), (.au, .discrete(5), .discrete(5)),
    ] as [(Container, ChannelLayout, ChannelLayout)] {
      let sound = Sound(repeating: [0.5], count: written.channelCount)
      try write(sound, to: folder("a"), .init(container, .int16, sampleRate: 48_000, layout: written))
      try verify(AudioFile(reading: folder("a")).fileFormat.layout, equals: read)
    }
  }

  @Test func damagedFilesAndPipesAreErrors() throws {
    let sound: Sound = [(0..<20_000).map { Double($0 % 77) / 77 }]
    try write(sound, to: folder("a.flac"), .init(.flac, .int16, sampleRate: 48_000, layout: .mono))
    let bytes = Child.contents(folder("a.flac"))
    for count in [5, 30, 60] {
      let error = failure { _ = try AudioFile(reading: folder.write(Array(bytes.prefix(count)), to: "b")).sound() }
      verify(error == nil || [.damaged, .notAudio, .unsupported].contains(error?.code), "\(count): \(error as Any)")
    }
    let piece = try AudioFile(reading: folder.write(Array(bytes.prefix(bytes.count / 2)), to: "c"))
    _ = failure { _ = try piece.sound() }

    let descriptor = open(folder("a"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    let error = failure {
      _ = try AudioFileWriter(descriptor: descriptor, format: .init(.flac, sampleRate: 48_000, layout: .mono))
    }
    verify(error?.code == .unsupported && error?.detail == "only WAV can be written to something that is not a file")
  }
}
