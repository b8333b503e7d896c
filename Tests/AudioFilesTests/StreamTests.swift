import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// WAV that comes through a pipe.
struct StreamTests {
  /// A pipe with these bytes, closed behind them.
  private func stream(_ bytes: [UInt8]) throws -> AudioFile {
    var ends: [Int32] = [0, 0]
    try demand(pipe(&ends) == 0)
    defer { close(ends[0]) }
    verify(write(ends[1], bytes, bytes.count), equals: bytes.count)
    // A reader would wait for what a writer may still write.
    close(ends[1])
    return try AudioFile(stream: ends[0], name: "pipe")
  }

  private let samples: [Int16] = (0..<1_000).map { Int16($0) }
  private var sound: Sound { [samples.map { Double($0) / 32_768 }] }

  @Test func chunksAreSkippedAsInAFileAndTheEndIsWhereNothingComes() throws {
    let wav = WAVFile(
      .init("JUNK", .zeros(9_000)), .init("odd ", [1, 2, 3]), .init("forg", [1, 2, 3], isPadded: false), .format(),
      .data(samples), .init("LIST", .zeros(9)))
    let whole = try stream(wav.bytes)
    verify(whole.length == 1_000 && whole.remarks == [])
    try whole.seek(to: 0)
    verify(failure { try whole.seek(to: 10) }?.code, equals: .unsupported, "a pipe has no places")
    try verify(whole.sound(piece: 7), equals: sound)
    verify(whole.remarks, equals: [])
    let endless = try stream(WAVFile(.format(), .data(samples, announced: .max), announced: .max).bytes + [1])
    verify(endless.length == .max && endless.remarks == [])
    try verify(endless.sound(), equals: sound)
    verify(endless.length == 1_000 && endless.remarks == ["the last frame is incomplete and left out"])
    try verify(endless.sound(), equals: [[]])
    let empty = try stream(WAVFile(.format(), .data([])).bytes)
    try verify(empty.length == 0 && empty.sound() == [[]])
  }

  @Test("what follows the announced sound is sound, unless it is chunks; only the first of many bytes are kept")
  func rest() throws {
    for (bytes, frames) in [
      ([], nil), ([UInt8](repeating: 9, count: 40), "20"), ([1, 2, 3, 4, 5], "2"), ([0], nil),
      (WAVFile.Chunk("LIST", .zeros(9)).bytes, nil), (WAVFile.Chunk("odd ", .zeros(7), isPadded: false).bytes, nil),
      (WAVFile.Chunk("id3 ", .zeros(30)).bytes + WAVFile.Chunk("cue ", .zeros(30_000)).bytes, nil),
      (WAVFile.Chunk("LIST", .zeros(9), announced: 900).bytes, nil),
      (WAVFile.Chunk("abcd", .zeros(10), announced: 900).bytes, "9"),
      (WAVFile(.format(), .data([1, 2, 3])).bytes, "25"),
    ] as [([UInt8], String?)] {
      let file = try stream(WAVFile(.format(), .data(samples)).bytes + bytes)
      try verify(file.sound(piece: 100), equals: sound)
      let note = frames.map { "the header announces 1000 frames; \($0) more follow and are left out" }
      verify(file.remarks, equals: [note].compactMap(\.self))
      try verify(file.sound() == [[]] && file.remarks.count == (note == nil ? 0 : 1))
    }
    let chunks = WAVFile.Chunk("LIST", .zeros(2_000_000)).bytes
    for (more, hasOnlyChunks) in [(chunks, true), ([UInt8](repeating: 9, count: 2_000_000), false)] {
      var rest = StreamRest([])
      for start in stride(from: 0, to: more.count, by: 50_000) { rest.append(more[start...].prefix(50_000)) }
      verify(rest.count == more.count && rest.hasOnlyChunks(afterOddSize: false) == hasOnlyChunks)
    }
  }

  /// Headers of every length, and of random bytes: an error or a sound, never a trap.
  @Test func brokenHeadersAndAStopEndIt() throws {
    var random = generator("broken streams")
    let whole = WAVFile(.init("JUNK", .zeros(20)), .format(), .data(Array(samples.prefix(20)))).bytes
    for count in 0..<whole.count { _ = try? stream(Array(whole.prefix(count))).sound() }
    for _ in 0..<SeededGenerator.cases(300) {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? stream(bytes).sound()
    }
    var ends: [Int32] = [0, 0]
    try demand(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let error = failure { _ = try AudioFile(stream: ends[0], name: "pipe", isStopped: { true }) }
    verify(error?.code == .unreadable && error?.path == "pipe")
  }
}
