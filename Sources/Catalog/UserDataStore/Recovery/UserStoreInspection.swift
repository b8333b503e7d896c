internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Examines a user store or a backup completely: see ``UserStoreRules/problem(with:)``. Nothing is written.
struct UserStoreInspection {
  /// Its content; nil if that can't be read.
  private(set) var content: UserStoreContent?
  /// Why it can't be used; nil if it is sound.
  private(set) var problem: StoreError?
  /// The revision with which the store was started anew on purpose; 0 if it never was.
  private(set) var firstRevision = 0
  /// Whether there is no store, and no trace of one.
  private(set) var isAbsent = false

  /// Examines the file at a path.
  init(_ path: String, _ rules: any TextRules) {
    let file = StoreFile(kind: .userStore, path: path)
    do {
      guard let opened = try file.openForReading() else {
        isAbsent = true
        return
      }
      try translatingErrors(.userStore, path: path) {
        try opened.connection.transaction(.deferred) {
          content = try? Self.counts(opened.connection)
          content = try Self.content(of: opened.connection, path, rules)
          firstRevision = try UserRows(opened.connection).firstRevision()
        }
      }
    } catch {
      problem = error as? StoreError ?? StoreError(.unreadable, .userStore, path: path, detail: "\(error)")
    }
  }

  /// The content of an open store.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if it is not sound.
  static func content(
    of connection: Connection, _ path: String, _ rules: any TextRules
  ) throws -> UserStoreContent {
    if let problem = try UserStoreRules(rules: rules).problem(with: connection) {
      throw StoreError(.damaged, .userStore, path: path, detail: problem)
    }
    return try counts(connection)
  }

  /// Counts what is in a store, by kind.
  private static func counts(_ connection: Connection) throws -> UserStoreContent {
    let schema = try connection.number("PRAGMA user_version") ?? 0
    let revision = try connection.number("SELECT revision FROM store") ?? 0
    var content = UserStoreContent(schema: Int(schema), revision: Int(revision))
    func count(_ kind: UserLabel.Kind) throws -> Int {
      try number(
        connection,
        "SELECT count(*) FROM label AS l JOIN labelled AS x ON x.label = l.id WHERE l.kind = '\(kind.rawValue)'")
    }
    content.tags = try count(.tag)
    content.memberships = try count(.collection)
    content.favorites = try count(.favorite)
    content.hidden = try count(.hidden)
    content.collections = try number(connection, "SELECT count(*) FROM label WHERE kind = 'collection'")
    content.searches = try number(connection, "SELECT count(*) FROM saved_search")
    content.uses = try number(connection, "SELECT count(*) FROM use_count")
    return content
  }

  private static func number(_ connection: Connection, _ sql: String) throws -> Int {
    Int(try connection.number(sql) ?? 0)
  }
}
