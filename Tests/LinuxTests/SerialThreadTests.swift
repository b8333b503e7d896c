import Linux
import Synchronization
import Testing

@Suite struct SerialThreadTests {
  private struct Failure: Error {}

  @Test func runsEverythingInOrder() throws {
    let order = Mutex<[Int]>([])
    let thread = SerialThread(limit: 2)
    for number in 0..<100 { try thread.run { order.withLock { $0.append(number) } } }
    try thread.finish()
    #expect(order.withLock { $0 } == Array(0..<100))
  }

  @Test func runsNothingAfterAFailure() throws {
    let count = Mutex(0)
    let thread = SerialThread(limit: 1)
    try thread.run { throw Failure() }
    // The failure is thrown by whichever call comes after it.
    #expect(throws: Failure.self) {
      for _ in 0..<3 { try thread.run { count.withLock { $0 += 1 } } }
    }
    #expect(throws: Failure.self) { try thread.finish() }
    #expect(count.withLock { $0 } == 0)
  }

  @Test func runsNothingOnceItIsFinished() throws {
    let thread = SerialThread(limit: 1)
    try thread.finish()
    #expect(throws: SystemError.self) { try thread.run {} }
  }

  @Test func endsWithItsLastReference() throws {
    let count = Mutex(0)
    do {
      let thread = SerialThread(limit: 8)
      for _ in 0..<8 { try thread.run { count.withLock { $0 += 1 } } }
    }
    #expect(count.withLock { $0 } == 8)
  }
}
