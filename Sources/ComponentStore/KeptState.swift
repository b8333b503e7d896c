internal import GRDB
internal import Synchronization

/// What is kept between queries, a part a connection: what the catalog and the user store say as long as nobody has
/// committed anything. SQLite's `data_version` of both files tells, and costs a microsecond.
final class KeptStates: Sendable {
  private let parts = Mutex<[ObjectIdentifier: Part]>([:])

  /// One connection's part. It is used in that connection's transactions only, one at a time.
  private final class Part: @unchecked Sendable {
    var state: ReadState?
    let functions = TestFunctions()
  }

  /// Begins with nothing for a connection that has just been opened: its address may be that of a closed one.
  func begin(_ connection: Database) { parts.withLock { $0[ObjectIdentifier(connection)] = Part() } }

  /// The state that a transaction of a connection sees.
  func state(_ connection: Database, _ view: CatalogView, hasUserStore: Bool) throws -> ReadState {
    let part = parts.withLock { parts in
      let part = parts[ObjectIdentifier(connection)] ?? Part()
      parts[ObjectIdentifier(connection)] = part
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
