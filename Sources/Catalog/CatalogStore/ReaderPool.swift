internal import StoreFiles
package import SQLite
internal import Synchronization

/// The read connections of a catalog: one, or in a host one per concurrent query up to a limit.
final class ReaderPool: Sendable {
  private static let limit = 5

  private let another: (@Sendable () throws -> CatalogReader?)?
  private let readers: Mutex<Readers>

  private struct Readers {
    var all: [Serialized<CatalogReader>]
    var idle: [Serialized<CatalogReader>]
    /// The reader that the next waiting query gets.
    var next = 0
  }

  /// A pool that starts with one reader.
  ///
  /// - Parameter another: opens one more; nil if there is only the first.
  init(_ first: CatalogReader, another: (@Sendable () throws -> CatalogReader?)?) {
    let first = Serialized(first)
    readers = Mutex(Readers(all: [first], idle: [first]))
    self.another = another
  }

  /// Runs `body` with exclusive use of a reader.
  func use<Result>(_ body: (CatalogReader) throws -> Result) throws -> Result {
    guard let own = try idle() else { return try shared().use(body) }
    defer { readers.withLock { $0.idle.append(own) } }
    return try own.use(body)
  }

  private func idle() throws -> Serialized<CatalogReader>? {
    let (idle, isFull) = readers.withLock { ($0.idle.popLast(), $0.all.count >= Self.limit) }
    if let idle { return idle }
    guard !isFull, let made = try another?().map(Serialized.init) else { return nil }
    readers.withLock { $0.all.append(made) }
    return made
  }

  /// A reader to share with other queries, which take turns.
  private func shared() -> Serialized<CatalogReader> {
    readers.withLock { readers in
      readers.next = (readers.next + 1) % readers.all.count
      return readers.all[readers.next]
    }
  }
}

/// A read connection to a catalog.
package final class CatalogReader {
  /// The connection.
  package let connection: Connection
  /// What searches have read by it.
  package var cache: AnyObject?

  init(_ connection: Connection) { self.connection = connection }
}
