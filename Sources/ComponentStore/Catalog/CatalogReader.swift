internal import SQLite

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
