import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// Files that can't be read, each wrong in one way.
struct BrokenFileTests {
  private let folder = TemporaryFolder()

  private func rejection(_ path: String, library: String = SoundFileLibrary.name) -> AudioFileError? {
    failure { _ = try AudioFile(FileBytes.reading(path), sampleType: .float32, isInterleaved: false, library: library) }
  }

  private func rejection(_ wav: WAVFile) -> AudioFileError? { rejection(folder.write(wav.bytes, to: "a.wav")) }

  private static let someData = WAVFile.Chunk.data([1, 2, 3, 4])

  /// The file, and the error that it must give.
  private static let broken: [(wav: WAVFile, says: String)] = [
    (WAVFile(.format(frameSize: 3), someData), "a frame of 3 bytes does not hold 1 times 2 bytes"),
    (WAVFile(.format(channels: 2, frameSize: 0), someData), "a frame of 0 bytes"),
    (WAVFile(.format(channels: 0), someData), "0 channels"),
    (WAVFile(.format(channels: 1025), someData), "1025 channels"),
    (WAVFile(.format(channels: 65_535, frameSize: 65_535), someData), "65535 channels"),
    (WAVFile(.format(rate: 0), someData), "a sample rate of 0 Hz"),
    (WAVFile(.format(rate: 10_000_001), someData), "a sample rate of 10000001 Hz"),
    (WAVFile(.format(rate: 0xFFFF_FFFF), someData), "a sample rate of 4294967295 Hz"),
    (WAVFile(.format(bits: 0), someData), "0-bit integers"),
    (WAVFile(.format(bits: 40), someData), "40-bit integers"),
    (WAVFile(.format(bits: 65_535), someData), "65535-bit integers"),
    (WAVFile(.format(tag: 3, bits: 16), someData), "16-bit floats"),
    (WAVFile(.format(tag: 3, bits: 31), someData), "31-bit floats"),
    (WAVFile(.init("fmt ", [1, 0, 1, 0]), someData), "the format has 4 bytes, not 16"),
    (WAVFile(.init("fmt ", []), someData), "the format has 0 bytes, not 16"),
    (WAVFile(.format(tag: 0xFFFE), someData), "the extensible format has 16 bytes, not 40"),
    (WAVFile(.extensible(validBits: 17), someData), "17 valid bits of 16"),
    (WAVFile(.extensible(guid: .zeros(14)), someData), "GUID stands for no known encoding"),
    (WAVFile(someData, .format()), "its audio data come before its format"),
    (WAVFile(.format(), .format(), someData), "it has two formats"),
    (WAVFile(.format()), "it has no audio data"),
    (WAVFile(.format(), .init("LIST", .zeros(10), announced: .max)), "it has no audio data"),
    (WAVFile(), "it has no format"),
    (WAVFile(.init("fmt ", .zeros(16), announced: .max)), "0 channels|it has no audio data"),
    (WAVFile(.init("ds64", .zeros(8)), .format(), someData, magic: "RF64"), "the RF64 sizes take up 8 bytes, not 24"),
  ]

  @Test func aHeaderThatLiesIsRefused() throws {
    for (wav, says) in Self.broken {
      let error = try demand(rejection(wav))
      verify(error.code, equals: .damaged)
      verify(says.split(separator: "|").contains { error.detail.contains($0) }, "\(error.detail), not \(says)")
      verify(!error.description.contains("\n") && error.description.hasPrefix(folder("a.wav")))
    }
    var endless = WAVFile(.format())
    endless.chunks += [WAVFile.Chunk](repeating: .init("JUNK", []), count: 10_001)
    verify(rejection(endless)?.detail.contains("more than 10000 chunks"), equals: true)
    let bigEndian = rejection(WAVFile(.format(), Self.someData, magic: "RIFX"))
    verify(bigEndian?.code == .unsupported && bigEndian?.detail.contains("RIFX") == true)
  }

  @Test func truncationsAndFlippedBitsGiveAFileOrAnError() throws {
    let wav = WAVFile(.init("JUNK", [1]), .extensible(channels: 2, bits: 24), .init("data", .zeros(60))).bytes
    for count in 0..<wav.count {
      let path = folder.write(Array(wav.prefix(count)), to: "a.wav")
      if let error = rejection(path) {
        verify([.notAudio, .damaged].contains(error.code), "\(count): \(error)")
      } else {
        _ = try AudioFile(reading: path).sound()
      }
    }
    var random = generator("flipped bits of WAV")
    let other = WAVFile(.extensible(channels: 2, bits: 16), .data([1, 2, 3, 4]), .init("LIST", [1])).bytes
    for _ in 0..<SeededGenerator.cases(300) {
      var bytes = other
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<72, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      let path = folder.write(bytes, to: "a.wav")
      _ = failure {
        _ = try AudioFile(FileBytes.reading(path), sampleType: .float32, isInterleaved: false, library: "nosuch.so")
          .sound()
      }
    }
  }

  @Test func whatIsNoFileIsRefusedAtOnce() {
    mkfifo(folder("pipe"), 0o600)
    for (path, code, says) in [
      (folder("nosuch"), .absent, "does not exist"), (folder("nosuch/a.wav"), .absent, "does not exist"),
      (folder.path, .notAFile, "a directory"), (folder("pipe"), .notAFile, "a pipe"),
      ("/dev/null", .notAFile, "a device"), ("", .absent, "does not exist"), ("a\0b", .absent, "does not exist"),
      (folder.write("", to: "empty"), .notAudio, "it is empty"),
    ] as [(String, AudioFileError.Code, String)] {
      let error = rejection(path)
      verify(error?.code == code && error?.description.contains(says) == true, "\(path): \(error as Any)")
    }
  }

  @Test func withoutTheLibraryTheErrorNamesIt() {
    for bytes in [Array("fLaC".utf8), WAVFile(.format(tag: 6, bits: 8), .init("data", .zeros(4))).bytes] {
      let error = rejection(folder.write(bytes, to: "a.wav"), library: "libnosuch.so.1")
      verify(error?.code == .libraryMissing && error?.description.contains("install libsndfile1") == true)
    }
    let path = folder("a.flac")
    let error = failure {
      _ = try AudioFileWriter(
        path: path, format: AudioFileFormat(.flac, sampleRate: 48_000, layout: .stereo), library: "libnosuch.so.1"
      ) { () throws(AudioFileError) in try FileBytes.writing(path) }
    }
    verify(error?.code == .libraryMissing && access(path, F_OK) != 0, "nothing is made")
  }

  @Test func aFileThatShrinksWhileItIsReadIsAnError() throws {
    let path = folder.write(WAVFile(.format(), .init("data", .zeros(1_000))).bytes, to: "a.wav")
    let file = try AudioFile(reading: path)
    truncate(path, 100)
    verify(failure { _ = try file.sound(piece: 100) }?.detail, equals: "it shrank while it was being read")
  }
}
