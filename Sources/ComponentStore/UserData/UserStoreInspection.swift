internal import ComponentModel
internal import Linux
internal import SQLite

/// Examines a user store or a backup completely: every page and every row. Nothing is written.
struct UserStoreInspection {
  /// What is in it; nil where it can't be read.
  private(set) var content: UserStoreContent?
  /// Why it can't be used; nil where it is sound.
  private(set) var problem: StoreError?

  /// Examines the file at a path.
  init(_ path: String) {
    let file = StoreFile(kind: .userStore, path: path)
    do {
      guard let opened = try file.openForReading() else {
        problem = StoreError(.damaged, .userStore, path: path, detail: "there is no store in it")
        return
      }
      try translatingErrors(.userStore, path: path) {
        try opened.connection.transaction(.deferred) { try examine(opened.connection, path) }
      }
    } catch {
      problem = error as? StoreError ?? StoreError(.unreadable, .userStore, path: path, detail: "\(error)")
    }
  }

  private mutating func examine(_ connection: Connection, _ path: String) throws {
    content = try Self.content(connection)
    let complaint = try connection.texts("PRAGMA integrity_check(1)").first
    guard complaint != "ok" else { return }
    problem = StoreError(.damaged, .userStore, path: path, detail: complaint ?? "no answer")
  }

  /// The number of each thing in a store.
  static func content(_ connection: Connection) throws -> UserStoreContent {
    let schema = try connection.number("PRAGMA user_version") ?? 0
    let revision = try connection.number("SELECT revision FROM store") ?? 0
    var content = UserStoreContent(schema: Int(schema), revision: Int(revision))
    func count(_ kind: UserLabel.Kind) throws -> Int {
      try number(
        connection,
        "SELECT count(*) FROM label AS l JOIN labelled AS x ON x.label = l.id WHERE l.kind = '\(kind.rawValue)'")
    }
    content.tags = try count(.tag)
    content.collected = try count(.collection)
    content.favorites = try count(.favorite)
    content.hidden = try count(.hidden)
    content.collections = try number(connection, "SELECT count(*) FROM label WHERE kind = 'collection'")
    if schema >= 2 { content.searches = try number(connection, "SELECT count(*) FROM saved_search") }
    if schema >= 3 { content.uses = try number(connection, "SELECT count(*) FROM use_count") }
    return content
  }

  private static func number(_ connection: Connection, _ sql: String) throws -> Int {
    Int(try connection.number(sql) ?? 0)
  }
}
