internal import GRDB
internal import Synchronization

/// What is kept between queries, a part a connection: what the catalog and the user store say as long as nobody has
/// committed anything. SQLite's `data_version` of both files tells, and costs a microsecond.
final class KeptStates: Sendable {
  private let parts = Mutex<[Part]>([])

  /// One connection's part. It is used in that connection's transactions only, one at a time.
  private final class Part: @unchecked Sendable {
    let connection: ObjectIdentifier
    var state: ReadState?
    let functions = TestFunctions()

    init(_ connection: Database) { self.connection = ObjectIdentifier(connection) }
  }

  /// Begins with nothing for a connection that has just been opened: its address may be that of a closed one.
  func begin(_ connection: Database) {
    parts.withLock { parts in
      parts.removeAll { $0.connection == ObjectIdentifier(connection) }
      parts.append(Part(connection))
    }
  }

  /// The state that a transaction of a connection sees.
  func state(_ connection: Database, _ view: CatalogView, hasUserStore: Bool) throws -> ReadState {
    let part = parts.withLock { parts in
      if let part = parts.first(where: { $0.connection == ObjectIdentifier(connection) }) { return part }
      let part = Part(connection)
      parts.append(part)
      return part
    }
    let catalogVersion = try connection.number("PRAGMA main.data_version") ?? 0
    let userVersion = hasUserStore ? try connection.number("PRAGMA user.data_version") ?? 0 : 0
    if let state = part.state, state.catalog.view === view, state.catalog.version == catalogVersion,
      state.userStore.version == userVersion
    {
      return state
    }
    let kept = part.state?.catalog
    let catalog = kept?.version == catalogVersion && kept?.view === view ? kept : nil
    let state = ReadState(
      catalog: try catalog ?? KeptCatalog(connection, view, version: catalogVersion),
      userStore: try KeptUserStore(connection, isAttached: hasUserStore, version: userVersion),
      functions: part.functions)
    part.state = state
    return state
  }
}
