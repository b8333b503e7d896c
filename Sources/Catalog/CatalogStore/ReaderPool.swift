package import SQLite
internal import Synchronization

/// The read connections of a catalog: one, or in a host one per concurrent query up to a limit.
final class ReaderPool: Sendable {
  private static let limit = 5

  private let another: (@Sendable () throws -> CatalogReader?)?
  private let readers: Mutex<Readers>

  private struct Readers {
    var all: [CatalogReader]
    /// The number of queries that use or wait for each reader.
    var users: [Int]
    /// The index of the reader that the last waiting query got.
    var next = 0

    /// A reader that is not in use; nil if all are.
    mutating func free() -> CatalogReader? {
      users.firstIndex(of: 0).map { index in
        users[index] = 1
        return all[index]
      }
    }

    mutating func add(_ reader: CatalogReader) {
      all.append(reader)
      users.append(1)
    }

    /// A reader to share with other queries, which take turns.
    mutating func shared() -> CatalogReader {
      next = (next + 1) % all.count
      users[next] += 1
      return all[next]
    }
  }

  /// A pool that starts with one reader.
  ///
  /// - Parameter another: opens one more; nil if there is only the first.
  init(_ first: CatalogReader, another: (@Sendable () throws -> CatalogReader?)?) {
    readers = Mutex(Readers(all: [first], users: [0]))
    self.another = another
  }

  /// Waits for a reader and takes exclusive use of it until ``giveBack(_:)``. A thread that holds one must not take
  /// another.
  func take() throws -> CatalogReader {
    let reader = try reader()
    reader.turn._unsafeLock()
    return reader
  }

  func giveBack(_ reader: CatalogReader) {
    reader.turn._unsafeUnlock()
    readers.withLock { readers in
      if let index = readers.all.firstIndex(where: { $0 === reader }) { readers.users[index] -= 1 }
    }
  }

  /// Runs `body` with exclusive use of a reader.
  func use<Result>(_ body: (CatalogReader) throws -> Result) throws -> Result {
    let reader = try take()
    defer { giveBack(reader) }
    return try body(reader)
  }

  private func reader() throws -> CatalogReader {
    let (free, isFull) = readers.withLock { ($0.free(), $0.all.count >= Self.limit) }
    if let free { return free }
    guard !isFull, let made = try another?() else { return readers.withLock { $0.shared() } }
    readers.withLock { $0.add(made) }
    return made
  }
}

/// A read connection to a catalog.
package final class CatalogReader: @unchecked Sendable {
  // SAFETY: Its user holds `turn`, from `ReaderPool.take` to `giveBack` on one thread.

  /// The connection to the catalog.
  package let connection: Connection
  /// The cache of what searches have read through it.
  package var cache: AnyObject?
  fileprivate let turn = Mutex(())

  init(_ connection: Connection) { self.connection = connection }
}
