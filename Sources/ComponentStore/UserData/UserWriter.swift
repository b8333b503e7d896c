internal import ComponentModel
internal import SQLite

/// Writes labels and saved searches within one transaction.
final class UserWriter {
  let connection: Connection
  let rules: any TextRules
  let log: UserChangeLog
  private var hasChanged = false
  /// The searches that were saved.
  var saved: [SavedSearch] = []
  /// The names that `in "name"` can no longer refer to.
  var gone: [Gone] = []

  /// A deleted or renamed saved search or collection.
  struct Gone {
    /// What it was: `saved search` or `collection`.
    var noun: String
    var name: String
    var key: String
  }

  init(_ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    log = UserChangeLog(connection)
  }

  /// Runs `body` in one transaction of a store.
  static func transaction<Result>(
    _ connection: Connection, rules: any TextRules, _ body: (UserWriter) throws -> Result
  ) throws -> Result {
    try connection.transaction {
      let writer = UserWriter(connection, rules: rules)
      let result = try body(writer)
      try writer.finish()
      return result
    }
  }

  /// Makes one change.
  ///
  /// - Returns: the number of rows it touched.
  func apply(_ change: UserChange) throws -> Int {
    switch change {
    case .add(let label, let uri): try add(UserFact(label, uri: uri))
    case .remove(let label, let uri): try remove(label, from: uri)
    case .setTags(let labels, let uri): try setTags(labels, of: uri)
    case .rename(let label, let other): try rename(label, to: other)
    case .create(let label): try add(UserFact(label, uri: nil))
    case .delete(let label): try delete(label)
    case .save(let search, let replacing): try save(search, replacing: replacing)
    case .deleteSearch(let name): try deleteSearch(name)
    case .use(let uri): try countUse(of: uri)
    }
  }

  /// Adds one fact.
  func add(_ fact: UserFact) throws -> Int {
    let before = connection.totalChangeCount
    let row = try row(making: fact.label)
    if let uri = fact.uri {
      try connection.run("INSERT OR IGNORE INTO labelled (label, uri) VALUES (?, ?)", [Value(row), Value(uri)])
    }
    guard changes(since: before) > 0 else { return 0 }
    if let uri = fact.uri { try log.record(label: row, uri: uri) }
    return 1
  }

  /// Adds what is missing.
  ///
  /// - Returns: the number of new facts, saved searches and use counts.
  func merge(_ data: UserData) throws -> Int {
    for replacement in data.replacements {
      // What is here follows first: the other store's labels had done so there.
      _ = try follow(replacement)
      try remember(replacement)
    }
    let facts = try data.facts.reduce(0) { $0 + (try add($1)) }
    let searches = try data.searches.reduce(facts) { $0 + (try save($1, replacing: false)) }
    return try data.uses.reduce(searches) { $0 + (try join($1)) }
  }

  func removeEverything(keepingUses: Bool) throws {
    try log.recordEverything()
    let before = connection.totalChangeCount
    for table in ["labelled", "label", "succession", "saved_search"] + (keepingUses ? [] : ["use_count"]) {
      try connection.run("DELETE FROM \(table)", [])
    }
    _ = changes(since: before)
  }

  /// Gives the new component the labels of the old one, unless it has had them.
  func follow(_ replacement: Replacement) throws -> Int {
    let before = connection.totalChangeCount
    let pair = [Value(replacement.old), Value(replacement.new)]
    try connection.run(
      """
      INSERT OR IGNORE INTO labelled (label, uri) SELECT label, ?2 FROM labelled
      WHERE uri = ?1 AND NOT EXISTS (SELECT 1 FROM succession WHERE old_uri = ?1 AND new_uri = ?2)
      """, pair)
    let count = changes(since: before)
    if count > 0 { try log.record(labelsOf: replacement.new) }
    let second = connection.totalChangeCount
    try connection.run(
      """
      INSERT OR IGNORE INTO succession (old_uri, new_uri)
      SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM labelled WHERE uri = ?1)
      """, pair)
    _ = changes(since: second)
    return count
  }

  private func remember(_ replacement: Replacement) throws {
    let before = connection.totalChangeCount
    try connection.run(
      "INSERT OR IGNORE INTO succession (old_uri, new_uri) VALUES (?, ?)",
      [Value(replacement.old), Value(replacement.new)])
    _ = changes(since: before)
  }

  /// Counts the change, so that a backup knows whether it is up to date.
  func finish() throws {
    if hasChanged { try connection.run("UPDATE store SET revision = revision + 1", []) }
  }

  /// The number of rows touched since the connection's counter was `before`.
  func changes(since before: Int) -> Int {
    let count = connection.totalChangeCount - before
    if count > 0 { hasChanged = true }
    return count
  }

  private func key(_ label: UserLabel) -> Value { Value(rules.tagKey(label.name)) }

  private func row(_ label: UserLabel) throws -> Int64? {
    try connection.number("SELECT id FROM label WHERE kind = ? AND key = ?", [Value(label.kind.rawValue), key(label)])
  }

  /// The label's row. The first spelling of a name stays until it is renamed.
  private func row(making label: UserLabel) throws -> Int64 {
    if let row = try row(label) { return row }
    try connection.run(
      "INSERT INTO label (kind, name, key) VALUES (?, ?, ?)",
      [Value(label.kind.rawValue), Value(label.name), key(label)])
    let row = connection.lastInsertedRow
    try log.record(collection: row)
    return row
  }

  private func remove(_ label: UserLabel, from uri: String) throws -> Int {
    guard let row = try row(label) else { return 0 }
    let before = connection.totalChangeCount
    try connection.run("DELETE FROM labelled WHERE label = ? AND uri = ?", [Value(row), Value(uri)])
    let count = changes(since: before)
    if count > 0 { try log.record(label: row, uri: uri) }
    if label.kind != .collection { try forgetUnused(row) }
    return count
  }

  /// Deletes a tag that nothing has; an empty collection stays.
  private func forgetUnused(_ row: Int64) throws {
    try connection.run(
      "DELETE FROM label WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM labelled WHERE label = ?1)", [Value(row)])
  }

  private func setTags(_ labels: [UserLabel], of uri: String) throws -> Int {
    let wanted = try Set(labels.map { try row(making: $0) })
    let present = try connection.numbers(
      "SELECT x.label FROM labelled AS x JOIN label AS l ON l.id = x.label WHERE x.uri = ? AND l.kind = 'tag'",
      [Value(uri)])
    let before = connection.totalChangeCount
    let surplus = present.filter { !wanted.contains($0) }
    for row in surplus {
      try connection.run("DELETE FROM labelled WHERE label = ? AND uri = ?", [Value(row), Value(uri)])
    }
    for row in wanted.sorted() {
      try connection.run("INSERT OR IGNORE INTO labelled (label, uri) VALUES (?, ?)", [Value(row), Value(uri)])
    }
    let count = changes(since: before)
    if count > 0 { try log.record(tagsOf: uri) }
    for row in surplus { try forgetUnused(row) }
    return count
  }

  private func rename(_ label: UserLabel, to other: UserLabel) throws -> Int {
    guard let old = try row(label) else { return 0 }
    try log.record(everythingWith: old)
    let before = connection.totalChangeCount
    if let present = try row(other), present != old {
      try connection.run(
        "INSERT OR IGNORE INTO labelled (label, uri) SELECT ?, uri FROM labelled WHERE label = ?",
        [Value(present), Value(old)])
      try connection.run("DELETE FROM label WHERE id = ?", [Value(old)])
    } else {
      try connection.run(
        "UPDATE label SET name = ?, key = ? WHERE id = ?", [Value(other.name), key(other), Value(old)])
    }
    let count = changes(since: before)
    if label.kind == .collection, let row = try row(other) { try log.record(everythingWith: row) }
    forget(label)
    return count
  }

  private func delete(_ label: UserLabel) throws -> Int {
    guard let row = try row(label) else {
      forget(label)
      return 0
    }
    try log.record(everythingWith: row)
    let before = connection.totalChangeCount
    try connection.run("DELETE FROM label WHERE id = ?", [Value(row)])
    forget(label)
    return changes(since: before)
  }

  private func forget(_ label: UserLabel) {
    guard label.kind == .collection else { return }
    gone.append(Gone(noun: "collection", name: label.name, key: rules.tagKey(label.name)))
  }
}
