import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan

/// Laws of the messages between scan and worker, tested at random.
struct WireTests {
  private static func random(_ purpose: String) -> RandomRecords {
    let seed = getenv("AUCAT_TEST_SEED").map { ["AUCAT_TEST_SEED": String(cString: $0)] } ?? [:]
    return RandomRecords(generator: SeededGenerator(environment: seed, purpose: purpose))
  }

  private func message(_ frame: [UInt8]) throws -> [UInt8] {
    var assembler = Frame.Assembler()
    assembler.append(frame + frame)
    let message = try demand(assembler.next())
    try verify(assembler.next(), equals: message, "nothing is left of the first")
    return message
  }

  private func verifyArrives<Value: WireValue & Equatable>(_ value: Value) throws {
    try verify(Frame.decode(Value.self, from: message(Frame.encode(value))), equals: value)
  }

  @Test func whatIsSentIsWhatArrives() throws {
    var random = Self.random("wire round trip")
    for _ in 0..<SeededGenerator.cases(100) {
      try verifyArrives(random.plugin())
      try verifyArrives(random.reply())
      try verifyArrives(random.request())
    }
    for number in [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, UInt64.max, 1 << 63] {
      try verifyArrives(number)
      try verifyArrives(Int(Int64(bitPattern: number)))
    }
  }

  @Test func messagesArriveWholeHoweverTheyAreCut() throws {
    var random = Self.random("wire assembly")
    // One for all: what is left of a message would spoil the next.
    var assembler = Frame.Assembler()
    for _ in 0..<SeededGenerator.cases(25) {
      let replies = random.list(6) { $0.reply() }
      var rest = replies.flatMap { Frame.encode($0) }[...]
      var arrived: [WorkerReply] = []
      while !rest.isEmpty {
        let piece = rest.prefix(random.number(1...40))
        rest = rest.dropFirst(piece.count)
        assembler.append(piece)
        while let message = try assembler.next() { arrived.append(try Frame.decode(WorkerReply.self, from: message)) }
      }
      verify(arrived, equals: replies)
    }
  }

  @Test func truncationsFlippedBitsAndNoiseGiveAValueOrAnErrorAndNeverATrap() throws {
    var random = Self.random("wire faults")
    var values = 0
    for _ in 0..<SeededGenerator.cases(300) {
      let whole = try message(Frame.encode(random.chance() ? .plugin(random.plugin()) : random.reply()))
      verify(throws: MessageProblem.self) {
        try Frame.decode(WorkerReply.self, from: Array(whole[0..<random.number(0...whole.count - 1)]))
      }
      var bytes = whole
      for _ in 0..<random.number(1...3) {
        bytes[random.number(0...bytes.count - 1)] ^= 1 << UInt8(random.number(0...7))
      }
      if let reply = try? Frame.decode(WorkerReply.self, from: bytes) {
        values += 1
        // What could be decoded has to be harmless for those who take it.
        if case .plugin(let record) = reply { _ = (record.digest, ComponentTraits(of: record)) }
        // Not a number is not equal to itself; its bytes are.
        let encoded = Frame.encode(reply)
        try verify(Frame.encode(Frame.decode(WorkerReply.self, from: message(encoded))), equals: encoded)
      }
      let noise = random.list(64) { UInt8($0.number(0...255)) }
      _ = try? Frame.decode(WorkerReply.self, from: noise)
      _ = try? Frame.decode(WorkerRequest.self, from: noise)
      var assembler = Frame.Assembler()
      assembler.append(noise)
      while let message = try? assembler.next() { _ = try? Frame.decode(PluginRecord.self, from: message) }
    }
    verify(values > 0)
  }

  @Test func noCountAsksForMoreThanItsMessageHas() {
    let countOfAllMemory: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    verify(throws: MessageProblem.self) { try Frame.decode([String].self, from: countOfAllMemory) }
    verify(throws: MessageProblem.self) { try Frame.decode(String.self, from: countOfAllMemory) }
    verify(throws: MessageProblem.self) { try Frame.decode(Int.self, from: countOfAllMemory + [0]) }
    verify(throws: MessageProblem.self) { try Frame.decode(Bool.self, from: [2]) }
  }
}
