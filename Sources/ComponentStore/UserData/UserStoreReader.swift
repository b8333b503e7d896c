internal import ComponentModel
internal import SQLite

/// Reads a user store without write access. A store of an older schema is not migrated.
struct UserStoreReader {
  private let path: String
  private let rules: any TextRules
  private let notice: @Sendable (String) -> Void

  /// - Parameter notice: receives a message for the user about what happened to a damaged store.
  init(_ path: String, _ rules: any TextRules, _ notice: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.rules = rules
    self.notice = notice
  }

  /// Runs `body` with one state of the store, after recovering it if it is damaged.
  ///
  /// - Returns: nil if there is no store.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result? {
    do {
      return try once(body)
    } catch let error as StoreError where error.code == .damaged {
      try UserStoreRecovery(path, rules).recover(notice)
      return try once(body)
    }
  }

  private func once<Result>(_ body: (Connection) throws -> Result) throws -> Result? {
    let file = StoreFile(kind: .userStore, path: path)
    guard let opened = try file.openForReading() else { return nil }
    return try translatingErrors(file.kind, path: path) {
      try opened.connection.transaction(.deferred) { try body(opened.connection) }
    }
  }

  /// Everything in the store, sorted.
  static func data(_ connection: Connection, _ rules: any TextRules) throws -> UserData {
    var data = UserData()
    let rows = try connection.rows(
      """
      SELECT l.kind, l.name, x.uri FROM label AS l LEFT JOIN labelled AS x ON x.label = l.id
      ORDER BY l.kind, l.key, x.uri
      """)
    while let row = try rows.next() {
      let name = try row.text("name")
      guard let kind = UserLabel.Kind(rawValue: try row.text("kind")), let label = try? UserLabel(kind, name) else {
        continue
      }
      data.facts.append(UserFact(label, uri: try row.optionalText("uri")))
    }
    let pairs = try connection.rows("SELECT old_uri, new_uri FROM succession ORDER BY old_uri, new_uri")
    while let row = try pairs.next() {
      data.replacements.append(Replacement(old: try row.text("old_uri"), new: try row.text("new_uri")))
    }
    data.searches = try SearchNames(connection, rules: rules).searches()
    data.uses = try uses(connection)
    return data
  }

  /// Whether the store's schema has use counts.
  ///
  /// - Parameter schema: the name under which the store is attached.
  static func hasUses(_ connection: Connection, schema: String = "main") throws -> Bool {
    try connection.number("SELECT count(*) FROM \(schema).sqlite_schema WHERE name = 'use_count'") != 0
  }

  private static func uses(_ connection: Connection) throws -> [UseCount] {
    guard try hasUses(connection) else { return [] }
    let rows = try connection.rows("SELECT uri, source, count, last_used FROM use_count ORDER BY uri, source")
    var uses: [UseCount] = []
    while let row = try rows.next() {
      let use = UseCount(
        uri: try row.text("uri"), source: try row.text("source"), count: try row.integer("count"),
        lastUsed: try row.optionalText("last_used").flatMap { UTCTime($0) })
      if let use { uses.append(use) }
    }
    return uses
  }
}
