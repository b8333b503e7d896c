import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan

/// Laws of the messages between scan and worker, tested at random.
@Suite struct WireTests {
  private static func random(_ purpose: String) -> RandomRecords {
    let seed = getenv("AUCAT_TEST_SEED").map { ["AUCAT_TEST_SEED": String(cString: $0)] } ?? [:]
    return RandomRecords(generator: SeededGenerator(environment: seed, purpose: purpose))
  }

  private func message(_ frame: [UInt8]) throws -> [UInt8] {
    var assembler = Frame.Assembler()
    assembler.append(frame + frame)
    let message = try #require(try assembler.next())
    #expect(try assembler.next() == message, "nothing is left of the first")
    return message
  }

  @Test func whatIsSentIsWhatArrives() throws {
    var random = Self.random("wire round trip")
    for _ in 0..<SeededGenerator.cases(400) {
      let record = random.plugin()
      #expect(try Frame.decode(PluginRecord.self, from: message(Frame.encode(record))) == record)
      let reply = random.reply()
      #expect(try Frame.decode(WorkerReply.self, from: message(Frame.encode(reply))) == reply)
      let request = random.request()
      #expect(try Frame.decode(WorkerRequest.self, from: message(Frame.encode(request))) == request)
    }
  }

  @Test func messagesArriveWholeHoweverTheyAreCut() throws {
    var random = Self.random("wire assembly")
    // One for all: what is left of a message would spoil the next.
    var assembler = Frame.Assembler()
    for _ in 0..<SeededGenerator.cases(100) {
      let replies = random.list(6) { $0.reply() }
      var rest = replies.flatMap { Frame.encode($0) }[...]
      var arrived: [WorkerReply] = []
      while !rest.isEmpty {
        let piece = rest.prefix(random.number(1...40))
        rest = rest.dropFirst(piece.count)
        assembler.append(piece)
        while let message = try assembler.next() { arrived.append(try Frame.decode(WorkerReply.self, from: message)) }
      }
      #expect(arrived == replies)
    }
  }

  @Test func everyTruncationOfAMessageIsMalformed() throws {
    var random = Self.random("wire truncation")
    for _ in 0..<40 {
      let whole = try message(Frame.encode(WorkerReply.plugin(random.plugin())))
      for count in Set((0..<60).map { _ in random.number(0...whole.count - 1) }) {
        #expect(throws: MessageProblem.self) {
          try Frame.decode(WorkerReply.self, from: Array(whole[0..<count]))
        }
      }
    }
  }

  @Test func aFlippedBitGivesAValueOrAnErrorAndNeverATrap() throws {
    var random = Self.random("wire bit flips")
    var values = 0
    for _ in 0..<SeededGenerator.cases(1_500) {
      var bytes = try message(Frame.encode(random.chance() ? .plugin(random.plugin()) : random.reply()))
      for _ in 0..<random.number(1...3) {
        bytes[random.number(0...bytes.count - 1)] ^= 1 << UInt8(random.number(0...7))
      }
      guard let reply = try? Frame.decode(WorkerReply.self, from: bytes) else { continue }
      values += 1
      // What could be decoded has to be harmless for those who take it.
      if case .plugin(let record) = reply { _ = (record.digest, ComponentTraits(of: record)) }
      #expect(try Frame.decode(WorkerReply.self, from: message(Frame.encode(reply))).encoded == reply.encoded)
    }
    #expect(values > 0)
  }

  @Test func randomBytesAreHarmless() {
    var random = Self.random("wire noise")
    for _ in 0..<SeededGenerator.cases(800) {
      let bytes = random.list(64) { UInt8($0.number(0...255)) }
      _ = try? Frame.decode(WorkerReply.self, from: bytes)
      _ = try? Frame.decode(WorkerRequest.self, from: bytes)
      var assembler = Frame.Assembler()
      assembler.append(bytes)
      while let message = try? assembler.next() { _ = try? Frame.decode(PluginRecord.self, from: message) }
    }
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, UInt64.max, 1 << 63])
  func numbersKeepTheirValue(_ value: UInt64) throws {
    #expect(try Frame.decode(UInt64.self, from: message(Frame.encode(value))) == value)
    let signed = Int(Int64(bitPattern: value))
    #expect(try Frame.decode(Int.self, from: message(Frame.encode(signed))) == signed)
  }

  @Test func noCountAsksForMoreThanItsMessageHas() {
    let countOfAllMemory: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    #expect(throws: MessageProblem.self) { try Frame.decode([String].self, from: countOfAllMemory) }
    #expect(throws: MessageProblem.self) { try Frame.decode(String.self, from: countOfAllMemory) }
    #expect(throws: MessageProblem.self) { try Frame.decode(Int.self, from: countOfAllMemory + [0]) }
    #expect(throws: MessageProblem.self) { try Frame.decode(Bool.self, from: [2]) }
  }
}

extension WorkerReply {
  /// Not a number is not equal to itself; its bytes are.
  fileprivate var encoded: [UInt8] { Frame.encode(self) }
}
