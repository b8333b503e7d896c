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

  @Test("a reader is one thread's at a time, and there are at most five; where there can be one, others wait")
  func threads() throws {
    for (count, most) in [(1, 5), (5, 5), (32, 32), (8, 1)] {
      let opened = Atomic(0)
      let done = Atomic(0)
      let used = Mutex<[ObjectIdentifier: Int]>([:])
      let overlaps = Atomic(0)
      let pool =
        most > 1
        ? try pool { opened.add(1, ordering: .relaxed) }
        : ReaderPool(CatalogReader(try Connection(":memory:", for: .writing)), another: nil)
      DispatchQueue.concurrentPerform(iterations: count) { _ in
        for number in 0..<30 {
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
      verify(done.load(ordering: .relaxed) == count * 30 && overlaps.load(ordering: .relaxed) == 0)
      // Threads that come at once may each open one before the pool counts them.
      verify(used.withLock(\.count) <= most && opened.load(ordering: .relaxed) < most)
    }
  }

  @Test("a reader comes back after an error, and one that can't be opened is the caller's")
  func errors() throws {
    let opened = Atomic(0)
    let pools = [try pool { opened.add(1, ordering: .relaxed) }, try pool { throw NoMore() }]
    for _ in 0..<10 {
      verify(throws: NoMore.self) { try pools[0].use { _ in throw NoMore() } }
    }
    verify(opened.load(ordering: .relaxed), equals: 0)
    _ = try pools[1].use { _ in
      verify(throws: NoMore.self) { try pools[1].use { _ in } }
    }
    for pool in pools { try verify(pool.use { try $0.connection.number("SELECT 1") }, equals: 1) }
  }

  @Test("a catalog answers many threads while it is written")
  func catalog() throws {
    for isPooled in [false, true] {
      let small = try SmallCatalog()
      let catalog = try demand(
        Catalog.openForReading(small.path, isPooled: isPooled, userStore: small.userStore))
      let right = Atomic(0)
      let wrong = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 12) { thread in
        for _ in 0..<10 {
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
      verify(right.load(ordering: .relaxed), equals: 11 * 10, "\(wrong.withLock { $0.prefix(3) })")
    }
  }
}
