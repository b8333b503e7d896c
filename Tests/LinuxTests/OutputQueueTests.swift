import Glibc
import TestSupport
import Testing

@testable import Linux

/// Output that nobody waits for.
@Suite(.endsIfItHangs) struct OutputQueueTests {
  /// A pipe that a queue writes to.
  private struct Pipe: ~Copyable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      reading = FileDescriptor(owning: ends[0])
      writing = FileDescriptor(owning: ends[1])
    }

    /// The bytes that arrive until these are the last.
    func text(until end: String) -> String {
      var bytes: [UInt8] = []
      var portion = [UInt8](repeating: 0, count: 4_096)
      while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
        guard let count = try? reading.read(into: &portion), count > 0 else { break }
        bytes += portion[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func everythingIsWrittenInOrder() throws {
    let pipe = Pipe()
    let queue = try OutputQueue(to: BorrowedDescriptor(pipe.writing.number)) { "left out \($0)\n" }
    for number in 0..<100 { try queue.add(Array("\(number)\n".utf8)) }
    queue.flush(within: .seconds(20))
    verify(queue.isIdle)
    verify(pipe.text(until: "\n99\n"), equals: (0..<100).map { "\($0)\n" }.joined())
    withExtendedLifetime(pipe.writing) {}
  }

  @Test func whatNobodyReadsIsLeftOutFromTheBeginningAndThatIsNoted() throws {
    let pipe = Pipe()
    let queue = try OutputQueue(to: BorrowedDescriptor(pipe.writing.number), limit: 10_000) { "left out \($0)\n" }
    // More than the pipe's own buffer holds.
    try queue.add(Array((String(repeating: "y", count: 200_000) + "\n").utf8))
    let begin = ContinuousClock.now
    queue.flush(within: .milliseconds(50))
    verify(!queue.isIdle && begin.duration(to: .now) >= .milliseconds(50))
    for number in 0..<2_000 { try queue.add(Array("line \(number)\n".utf8)) }
    try queue.add(Array("end\n".utf8))
    let lines = pipe.text(until: "end\n").split(separator: "\n").map(String.init)
    let left = lines.dropFirst(2).first.flatMap { Int($0.dropFirst(5)) } ?? 0
    verify(lines.count > 3 && left > 1_000 && lines[1] == "left out \(left)", "\(lines.dropFirst().prefix(3))")
    verify(Array(lines.dropFirst(2)), equals: (left..<2_000).map { "line \($0)" } + ["end"])
    queue.flush(within: .seconds(20))
    verify(queue.isIdle)
    withExtendedLifetime(pipe.writing) {}
  }

  @Test func aFailureIsTold() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    let writing = FileDescriptor(owning: ends[1])
    signal(SIGPIPE, SIG_IGN)
    let queue = try OutputQueue(to: BorrowedDescriptor(writing.number)) { "\($0)" }
    try queue.add([1])
    queue.flush(within: .seconds(20))
    verify(queue.error?.isBrokenPipe == true)
    verify(throws: SystemError.self) { try queue.add([1]) }
  }
}
