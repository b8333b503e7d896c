internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Reads a user store without write access.
struct UserStoreReader {
  let path: String
  let rules: any TextRules
  /// Receives a message for the user if a damaged store is recovered.
  let notice: @Sendable (String) -> Void

  /// Runs `body` with one state of the store, after recovering it if it is damaged.
  ///
  /// - Returns: nil if there is no store.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result? {
    do {
      return try once(body)
    } catch let error as StoreError where error.code == .damaged {
      try recover(error)
      return try once(body)
    }
  }

  /// - Throws: if nothing can be written, an error that gives the damage as well as that reason, because reading alone
  ///   needs no write access.
  private func recover(_ damage: StoreError) throws {
    do {
      try UserStoreRecovery(path, rules).recover(notice)
    } catch let failure as StoreError where failure.code == .unwritable {
      var error = damage
      error.detail += ", and can't be restored: \(failure.detail)"
      throw error
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
  ///
  /// - Returns: also the number of entries left out because they are invalid; other programs may write such entries.
  static func data(_ connection: Connection) throws -> (data: UserData, omitted: Int) {
    let rows = UserRows(connection)
    var data = UserData()
    var omitted = 0
    data.facts = try facts(rows, &omitted)
    try rows.read(.succession) { row in
      data.replacements.append(Replacement(old: try row.text("old_uri"), new: try row.text("new_uri")))
    }
    data.searches = try searches(rows, &omitted)
    data.uses = try uses(rows, &omitted)
    return (data, omitted)
  }

  private static func searches(_ rows: UserRows, _ omitted: inout Int) throws -> [SavedSearch] {
    var searches: [(key: String, search: SavedSearch)] = []
    try rows.read(.search) { row in
      let (name, predicate) = (try row.text("name"), try row.text("predicate"))
      guard let search = try? SavedSearch(name, predicate: predicate) else { return omitted += 1 }
      searches.append((key: try row.text("key"), search: search))
    }
    return searches.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.search)
  }

  private static func facts(_ rows: UserRows, _ omitted: inout Int) throws -> [UserFact] {
    var labels: [Int64: (kind: String, key: String, label: UserLabel)] = [:]
    try rows.read(.label) { row in
      let (kind, name, key) = (try row.text("kind"), try row.text("name"), try row.text("key"))
      guard let known = UserLabel.Kind(rawValue: kind), let label = try? UserLabel(known, name) else {
        return omitted += 1
      }
      labels[try row.rowID("id")] = (kind, key, label)
    }
    var uris: [Int64: [String]] = [:]
    try rows.read(.labelled) { row in uris[try row.rowID("label"), default: []].append(try row.text("uri")) }
    let order = labels.sorted { a, b in
      (a.value.kind, a.value.key) == (b.value.kind, b.value.key)
        ? a.key < b.key : isBefore(a.value.kind, b.value.kind) ?? isBefore(a.value.key, b.value.key) ?? false
    }
    return order.flatMap { id, entry -> [UserFact] in
      guard let uris = uris[id] else { return [UserFact(entry.label, uri: nil)] }
      return uris.map { UserFact(entry.label, uri: $0) }
    }
  }

  /// Whether a text precedes another one in SQLite's order, which is by bytes; nil if they are equal.
  private static func isBefore(_ a: String, _ b: String) -> Bool? {
    a == b ? nil : a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func uses(_ rows: UserRows, _ omitted: inout Int) throws -> [UseCount] {
    var uses: [UseCount] = []
    try rows.read(.use) { row in
      let use = UseCount(
        uri: try row.text("uri"), source: try row.text("source"), count: try row.integer("count"),
        lastUsed: try row.optionalText("last_used").flatMap { UTCTime($0) })
      if let use { uses.append(use) } else { omitted += 1 }
    }
    return uses
  }
}
