internal import ComponentModel
internal import GRDB

/// Reads a user store for whoever does not write it. A store of an older schema is read as it is.
struct UserStoreReader {
  private let path: String
  private let rules: any TextRules
  private let notice: @Sendable (String) -> Void

  /// - Parameter notice: takes what has happened to a damaged store, which a person has to know.
  init(_ path: String, _ rules: any TextRules, _ notice: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.rules = rules
    self.notice = notice
  }

  /// Runs `body` with one state of the store; of a damaged one after its recovery.
  ///
  /// - Returns: nil where there is no store.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result? {
    do {
      return try once(body)
    } catch let error as StoreError where error.code == .damaged {
      try UserStoreRecovery(path, rules).recover(notice)
      return try once(body)
    }
  }

  private func once<Result>(_ body: (Database) throws -> Result) throws -> Result? {
    let file = StoreFile(kind: .userStore, path: path)
    guard let opened = try file.openForReading() else { return nil }
    return try translatingErrors(file.kind, path: path) { try opened.database.read(body) }
  }

  /// Everything in the store, sorted.
  static func data(_ connection: Database, _ rules: any TextRules) throws -> UserData {
    var data = UserData()
    let rows = try connection.rows(
      """
      SELECT l.kind, l.name, x.uri FROM label AS l LEFT JOIN labelled AS x ON x.label = l.id
      ORDER BY l.kind, l.key, x.uri
      """)
    while let row = try rows.next() {
      guard let kind = UserLabel.Kind(rawValue: row.text(0)), let label = try? UserLabel(kind, row.text(1)) else {
        continue
      }
      data.facts.append(UserFact(label, uri: row.optionalText(2)))
    }
    let pairs = try connection.rows("SELECT old_uri, new_uri FROM succession ORDER BY old_uri, new_uri")
    while let row = try pairs.next() { data.successions.append(Succession(old: row.text(0), new: row.text(1))) }
    data.searches = try SearchNames(connection, rules: rules).searches()
    data.uses = try uses(connection)
    return data
  }

  /// Whether the store's schema has use counts.
  ///
  /// - Parameter schema: the name under which the store is attached.
  static func hasUses(_ connection: Database, schema: String = "main") throws -> Bool {
    try connection.number("SELECT count(*) FROM \(schema).sqlite_schema WHERE name = 'use_count'") != 0
  }

  private static func uses(_ connection: Database) throws -> [UseCount] {
    guard try hasUses(connection) else { return [] }
    let rows = try connection.rows("SELECT uri, source, count, last_used FROM use_count ORDER BY uri, source")
    var uses: [UseCount] = []
    while let row = try rows.next() {
      let time = row.optionalText(3).flatMap { UTCTime($0) }
      if let use = UseCount(uri: row.text(0), source: row.text(1), count: row.integer(2), lastUsed: time) {
        uses.append(use)
      }
    }
    return uses
  }
}
