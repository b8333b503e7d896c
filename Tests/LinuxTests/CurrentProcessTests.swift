import Glibc
import Linux
import Synchronization
import TestSupport
import Testing

/// What the process writes, and does on other threads.
struct CurrentProcessTests {
  @Test func whatCPrintsIsWritten() throws {
    let folder = TemporaryFolder()
    let file = try demand(fopen(folder("printed"), "w"))
    defer { fclose(file) }
    fputs("text", file)
    verify(Child.contents(folder("printed")), equals: [])
    CurrentProcess.flushStreams()
    verify(Child.contents(folder("printed")), equals: Array("text".utf8))
  }

  @Test func aDeferredValueIsComputedOnceAndBeforeItIsAskedForAndEndsBeforeItsOwnerIsGone() {
    let count = Atomic(0)
    let deferred = Deferred { count.add(1, ordering: .relaxed).newValue }
    while count.load(ordering: .relaxed) == 0 {}
    verify(deferred.value() == 1 && deferred.value() == 1)
    do { _ = Deferred { count.add(1, ordering: .relaxed).newValue } }
    verify(count.load(ordering: .relaxed), equals: 2)
  }

  @Test func aSerialThreadRunsEverythingInOrderUntilItIsFinishedOrItsLastReferenceIsGone() throws {
    let order = Mutex<[Int]>([])
    let thread = SerialThread(limit: 2)
    for number in 0..<100 { try thread.run { order.withLock { $0.append(number) } } }
    try thread.finish()
    verify(order.withLock { $0 }, equals: Array(0..<100))
    verify(throws: SystemError.self) { try thread.run {} }
    let count = Mutex(0)
    do {
      let thread = SerialThread(limit: 8)
      for _ in 0..<8 { try thread.run { count.withLock { $0 += 1 } } }
    }
    verify(count.withLock { $0 }, equals: 8)
  }

  @Test func aSerialThreadRunsNothingAfterAFailure() throws {
    struct Failure: Error {}
    let count = Mutex(0)
    let thread = SerialThread(limit: 1)
    try thread.run { throw Failure() }
    // The failure is thrown by whichever call comes after it.
    verify(throws: Failure.self) {
      for _ in 0..<3 { try thread.run { count.withLock { $0 += 1 } } }
    }
    verify(throws: Failure.self) { try thread.finish() }
    verify(count.withLock { $0 }, equals: 0)
  }
}
