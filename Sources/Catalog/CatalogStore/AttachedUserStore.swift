internal import StoreFiles
internal import SQLite
internal import Synchronization

/// The user store as a catalog's connections read it: attached under the name `user`, never written.
final class AttachedUserStore: Sendable {
  private let file: StoreFile
  private let isPooled: Bool
  private let state: Mutex<State>

  private struct State {
    var isAttached = false
    var source: Source
  }

  /// The file that SQLite opens.
  private struct Source {
    var uri: String
    var copy: PrivateCopy?
    var isSnapshot: Bool
  }

  /// - Returns: nil if there is no user store.
  init?(_ path: String, pooled: Bool) throws {
    let file = StoreFile(kind: .userStore, path: path)
    guard try file.isReadable() else { return nil }
    if file.isReadInPlace {
      try file.settleJournal()
      state = Mutex(State(source: Source(uri: file.uri + "?mode=ro", isSnapshot: false)))
    } else {
      state = Mutex(State(source: try Self.snapshot(of: file)))
    }
    self.file = file
    isPooled = pooled
  }

  private static func snapshot(of file: StoreFile) throws -> Source {
    let (uri, copy) = try file.snapshot()
    return Source(uri: uri, copy: copy, isSnapshot: true)
  }

  /// Whether it is attached. A store that another process is just creating has no tables yet.
  var isAttached: Bool { state.withLock { $0.isAttached } }

  /// Whether later commits are invisible.
  var isSnapshot: Bool { state.withLock { $0.source.isSnapshot } }

  func attach(to connection: Connection) throws {
    // ATTACH reads the catalog's own schema first; don't blame damage there on the user store.
    _ = try connection.number("SELECT count(*) FROM main.sqlite_schema")
    let source = state.withLock { $0.source }
    do {
      try attach(source, to: connection)
    } catch let error as StoreError where error.code == .full && !source.isSnapshot {
      // There is no room for the WAL index beside the file.
      try? connection.run("DETACH DATABASE user", [])
      let snapshot = try Self.snapshot(of: file)
      state.withLock { $0.source = snapshot }
      try attach(snapshot, to: connection)
    }
  }

  private func attach(_ source: Source, to connection: Connection) throws {
    let found = try file.translating {
      do {
        return try open(source, on: connection)
      } catch let error as SQLiteError {
        // SQLite doesn't report why it can't attach a file. A failure of the disk is reported as such; otherwise,
        // attaching is tried once more.
        if DatabaseFile.hasFailedReads(file.path) { throw SQLiteError.failedRead(file.path) }
        guard error.code.primary == .error || error.isDamage else { throw error }
        try? connection.run("DETACH DATABASE user", [])
        return try open(source, on: connection)
      }
    }
    if !isPooled { source.copy?.forgetNames() }
    switch found {
    case .current: state.withLock { $0.isAttached = true }
    case .empty:
      try file.rejectEmpty()
      try connection.run("DETACH DATABASE user", [])
    case .newer: throw StoreError(.newer, .userStore, path: file.path, detail: "its schema is not known")
    // The complete check finds out whether the file is ours, with a damaged header.
    case .older, .mislabelled, .foreign: throw try file.damage() ?? file.rejection(found)
    }
  }

  private func open(_ source: Source, on connection: Connection) throws -> StoreKind.State {
    try connection.run("ATTACH DATABASE ? AS user", [Value(source.uri)])
    return try StoreKind.userStore.state(connection, schema: "user")
  }

  /// The damage to the store's file; nil if it is sound.
  func damage() throws -> StoreError? { try file.damage() }
}
