internal import SQLite
internal import Synchronization

/// The user store as a catalog's connections read it: attached under the name `user`, never written.
final class AttachedUserStore: Sendable {
  private let file: StoreFile
  private let uri: String
  private let copy: PrivateCopy?
  private let isPooled: Bool
  /// Whether later commits are invisible.
  let isSnapshot: Bool
  private let attached = Mutex(false)

  /// - Returns: nil if there is no user store.
  init?(_ path: String, pooled: Bool) throws {
    file = StoreFile(kind: .userStore, path: path)
    isPooled = pooled
    guard try file.isReadable() else { return nil }
    isSnapshot = !file.isReadInPlace
    (uri, copy) = isSnapshot ? try file.snapshot() : (file.uri + "?mode=ro", nil)
  }

  /// Whether it is attached. A store that another process is just creating has no tables yet.
  var isAttached: Bool { attached.withLock { $0 } }

  func attach(to connection: Connection) throws {
    // ATTACH reads the catalog's own schema first; don't blame damage there on the user store.
    _ = try connection.number("SELECT count(*) FROM main.sqlite_schema")
    let state = try translatingErrors(.userStore, path: file.path) {
      try connection.run("ATTACH DATABASE ? AS user", [Value(uri)])
      return try StoreKind.userStore.state(connection, schema: "user")
    }
    if !isPooled { copy?.forgetNames() }
    switch state {
    // Later schemas only add tables, which are not read this way.
    case .current, .older: attached.withLock { $0 = true }
    case .empty: try connection.run("DETACH DATABASE user", [])
    case .newer: throw StoreError(.newer, .userStore, path: file.path, detail: "its schema is not known")
    case .foreign(let application):
      throw StoreError(.foreign, .userStore, path: file.path, detail: "its application_id is \(application)")
    }
  }

  /// What is wrong with the store's file; nil if nothing is.
  var damage: StoreError? { file.damage }
}
