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

  @Test(
    "what follows the announced sound is sound, unless it is chunks",
    arguments: [
      ([], nil), ([UInt8](repeating: 9, count: 40), "20"), ([1, 2, 3, 4, 5], "2"), ([0], nil),
      (WAVFile.Chunk("LIST", .zeros(9)).bytes, nil), (WAVFile.Chunk("odd ", .zeros(7), isPadded: false).bytes, nil),
      (WAVFile.Chunk("id3 ", .zeros(30)).bytes + WAVFile.Chunk("cue ", .zeros(30_000)).bytes, nil),
      (WAVFile.Chunk("LIST", .zeros(9), announced: 900).bytes, nil),
      (WAVFile.Chunk("abcd", .zeros(10), announced: 900).bytes, "9"),
      (WAVFile(.format(), .data([1, 2, 3])).bytes, "25"),
    ] as [([UInt8], String?)])
  func rest(bytes: [UInt8], frames: String?) throws {
    let file = try stream(WAVFile(.format(), .data(samples)).bytes + bytes)
    #expect(try file.sound(piece: 100) == sound)
    let note = frames.map { "the header announces 1000 frames; \($0) more follow and are left out" }
    #expect(file.remarks == [note].compactMap(\.self))
    #expect(try file.sound() == [[]] && file.remarks.count == (note == nil ? 0 : 1))
  }

  @Test("only the first of many bytes are kept")
  func longRest() {
    let chunks = WAVFile.Chunk("LIST", .zeros(2_000_000)).bytes
    for (more, hasOnlyChunks) in [(chunks, true), ([UInt8](repeating: 9, count: 2_000_000), false)] {
      var rest = StreamRest([])
      for start in stride(from: 0, to: more.count, by: 50_000) { rest.append(more[start...].prefix(50_000)) }
      #expect(rest.count == more.count && rest.hasOnlyChunks(afterOddSize: false) == hasOnlyChunks)
    }
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
