import Dispatch
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore

/// Connections that many threads share.
@Suite(.endsIfItHangs) struct ReaderPoolTests {
  private struct NoMore: Error {}

  private func pool(_ opened: @escaping @Sendable () throws -> Void) throws -> ReaderPool {
    let another: @Sendable () throws -> CatalogReader = {
      try opened()
      return CatalogReader(try Connection(":memory:", for: .writing))
    }
    return ReaderPool(CatalogReader(try Connection(":memory:", for: .writing)), another: another)
  }

  @Test("a reader is one thread's at a time, and there are at most five", arguments: [1, 5, 32])
  func threads(count: Int) throws {
    let opened = Atomic(0)
    let done = Atomic(0)
    let used = Mutex<[ObjectIdentifier: Int]>([:])
    let overlaps = Atomic(0)
    let pool = try pool { opened.add(1, ordering: .relaxed) }
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      for number in 0..<50 {
        try? pool.use { reader in
          let identity = ObjectIdentifier(reader)
          used.withLock {
            $0[identity, default: 0] += 1
            if $0[identity] != 1 { overlaps.add(1, ordering: .relaxed) }
          }
          if try reader.connection.number("SELECT \(number % 3)") == Int64(number % 3) {
            done.add(1, ordering: .relaxed)
          }
          used.withLock { $0[identity, default: 0] -= 1 }
        }
      }
    }
    #expect(done.load(ordering: .relaxed) == count * 50 && overlaps.load(ordering: .relaxed) == 0)
    // Threads that come at once may each open one before the pool counts them.
    #expect(used.withLock(\.count) <= max(5, count) && opened.load(ordering: .relaxed) < max(5, count))
  }

  @Test func aPoolOfOneReaderMakesOthersWait() throws {
    let pool = ReaderPool(CatalogReader(try Connection(":memory:", for: .writing)), another: nil)
    let inside = Atomic(0)
    let most = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 {
        try? pool.use { _ in
          let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
          most.max(now, ordering: .sequentiallyConsistent)
          inside.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
    }
    #expect(most.load(ordering: .relaxed) == 1)
  }

  @Test func aReaderComesBackAfterAnError() throws {
    let opened = Atomic(0)
    let pool = try pool { opened.add(1, ordering: .relaxed) }
    for _ in 0..<10 {
      #expect(throws: NoMore.self) { try pool.use { _ in throw NoMore() } }
    }
    #expect(try pool.use { try $0.connection.number("SELECT 1") } == 1)
    #expect(opened.load(ordering: .relaxed) == 0)
  }

  @Test func aReaderThatCannotBeOpenedIsTheCallersError() throws {
    let pool = try pool { throw NoMore() }
    _ = try pool.use { _ in
      #expect(throws: NoMore.self) { try pool.use { _ in } }
    }
    #expect(try pool.use { try $0.connection.number("SELECT 1") } == 1)
  }

  @Test("a catalog answers many threads while it is written", arguments: [false, true])
  func catalog(isPooled: Bool) throws {
    let small = try SmallCatalog()
    let catalog = try #require(
      try Catalog.openForReading(small.path, isPooled: isPooled, userStore: small.userStore))
    let right = Atomic(0)
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 12) { thread in
      for _ in 0..<20 {
        do {
          if thread == 0 {
            try SmallCatalog.write(to: small.path)
          } else {
            let count = try catalog.components(view: SmallCatalog.view).count
            if count == 1 { right.add(1, ordering: .relaxed) } else { wrong.withLock { $0.append("\(count)") } }
          }
        } catch {
          wrong.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(right.load(ordering: .relaxed) == 11 * 20, "\(wrong.withLock { $0.prefix(3) })")
  }
}
