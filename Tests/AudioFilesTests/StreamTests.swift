import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// WAV that comes through a pipe.
@Suite struct StreamTests {
  /// A pipe with these bytes, closed behind them.
  private func stream(_ bytes: [UInt8]) throws -> AudioFile {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    // A reader would wait for what a writer may still write.
    close(ends[1])
    return try AudioFile(stream: ends[0], name: "pipe")
  }

  private let samples: [Int16] = (0..<1_000).map { Int16($0) }
  private var sound: Sound { [samples.map { Double($0) / 32_768 }] }

  @Test func chunksAreSkippedAsInAFile() throws {
    let wav = WAVFile(
      .init("JUNK", .zeros(9_000)), .init("odd ", [1, 2, 3]), .init("forg", [1, 2, 3], isPadded: false), .format(),
      .data(samples), .init("LIST", .zeros(9)))
    let file = try stream(wav.bytes)
    #expect(file.length == 1_000 && file.remarks == [])
    #expect(try file.sound(piece: 7) == sound)
    #expect(file.remarks == [])
  }

  @Test func theEndIsWhereNothingComes() throws {
    let file = try stream(WAVFile(.format(), .data(samples, announced: .max), announced: .max).bytes + [1])
    #expect(file.length == .max && file.remarks == [])
    #expect(try file.sound() == sound)
    #expect(file.length == 1_000 && file.remarks == ["the last frame is incomplete and left out"])
    #expect(try file.sound() == [[]])
  }

  @Test func aPipeHasNoPlaces() throws {
    let file = try stream(WAVFile(.format(), .data(samples)).bytes)
    try file.seek(to: 0)
    #expect(failure { try file.seek(to: 10) }?.code == .unsupported)
    #expect(try file.sound() == sound)
  }

  @Test func anEmptySoundIsOne() throws {
    let file = try stream(WAVFile(.format(), .data([])).bytes)
    #expect(file.length == 0)
    #expect(try file.sound() == [[]])
  }

  /// Headers of every length, and of random bytes: an error or a sound, never a trap.
  @Test func brokenHeaders() throws {
    var random = generator("broken streams")
    let whole = WAVFile(.init("JUNK", .zeros(20)), .format(), .data(Array(samples.prefix(20)))).bytes
    for count in 0..<whole.count { _ = try? stream(Array(whole.prefix(count))).sound() }
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? stream(bytes).sound()
    }
  }

  @Test func waitingEndsWhenItIsStopped() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer {
      close(ends[0])
      close(ends[1])
    }
    let error = failure { _ = try AudioFile(stream: ends[0], name: "pipe", isStopped: { true }) }
    #expect(error?.code == .unreadable && error?.path == "pipe")
  }
}
