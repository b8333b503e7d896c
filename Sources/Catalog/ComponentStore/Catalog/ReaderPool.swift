internal import SQLite
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

/// A read connection to a catalog, with its caches of the catalog and the user store, which are valid until something
/// is committed. Checking `data_version` of both files costs a microsecond.
final class CatalogReader {
  let connection: Connection
  private let functions = TestFunctions()
  private var state: ReadState?

  init(_ connection: Connection) { self.connection = connection }

  /// The state that the current transaction sees.
  func state(_ view: CatalogView, hasUserStore: Bool) throws -> ReadState {
    // A connection's own changes, which only a catalog in memory has, don't count in `data_version`.
    let own = Int64(connection.totalChangeCount) << 32
    let catalogVersion = (try connection.number("PRAGMA main.data_version") ?? 0) ^ own
    let userVersion = hasUserStore ? try connection.number("PRAGMA user.data_version") ?? 0 : 0
    if let state, state.view === view, state.catalog.version == catalogVersion, state.userStore.version == userVersion {
      return state
    }
    var catalog = state?.catalog
    if catalog?.version != catalogVersion || catalog?.view !== view { catalog = nil }
    let current = ReadState(
      connection, catalog: try catalog ?? CatalogCache(connection, view, version: catalogVersion),
      userStore: try UserStoreCache(connection, isAttached: hasUserStore, version: userVersion), functions: functions)
    state = current
    return current
  }
}

/// A value that threads use one at a time.
final class Serialized<Value>: @unchecked Sendable {
  // SAFETY: the value is only handed out under the lock.
  private let value: Value
  private let turn = Mutex(())

  init(_ value: Value) { self.value = value }

  /// Waits for exclusive use of the value and runs `body` with it. Don't nest calls.
  func use<Result>(_ body: (Value) throws -> Result) throws -> Result {
    try turn.withLock { _ in
      nonisolated(unsafe) let result = try body(value)
      return result
    }
  }
}
