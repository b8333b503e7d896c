internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Writes labels, saved searches and use counts within one transaction.
final class UserWriter {
  let connection: Connection
  let rules: any TextRules
  let log: UserChangeLog
  /// Records changes for undo; nil for changes that aren't the user's.
  let recorder: UndoRecorder?
  private var hasChanged = false
  /// The searches that were saved.
  var saved: [SavedSearch] = []
  /// The searches that were saved under another name, because another search keeps theirs.
  var moved: [SavedSearch] = []
  /// The names that `in "name"` can no longer refer to.
  var gone: [Gone] = []

  /// A deleted or renamed saved search or collection.
  struct Gone {
    var kind: SavedSearchInUse.Kind
    var name: String
    var key: String
  }

  /// A writer for a transaction that a connection has begun.
  private init(_ connection: Connection, rules: any TextRules, isRecording: Bool) throws {
    self.connection = connection
    self.rules = rules
    log = UserChangeLog(connection)
    recorder = isRecording ? UndoRecorder(connection) : nil
  }

  /// Changes rows of a table.
  ///
  /// - Parameters:
  ///   - condition: selects the rows that may change, by their values before or after the change.
  ///   - key: the values of the condition's parameters.
  ///   - sql: the statement that makes the change.
  ///   - values: the values of its parameters; those of the condition if left out.
  /// - Returns: the number of rows that it changed itself; changes by triggers don't count.
  @discardableResult
  func change(
    _ table: UserTable, where condition: String, _ key: [Value], by sql: String, with values: [Value]? = nil
  ) throws -> Int {
    let before = try recorder?.snapshot(table, where: condition, key)
    try connection.run(sql, values ?? key)
    let count = connection.changeCount
    guard count > 0 else { return 0 }
    hasChanged = true
    if let recorder, let before { try recorder.note(before, recorder.snapshot(table, where: condition, key)) }
    return count
  }

  /// Deletes rows of a table.
  ///
  /// - Returns: their number.
  @discardableResult
  func delete(_ table: UserTable, where condition: String, _ key: [Value]) throws -> Int {
    try change(table, where: condition, key, by: "DELETE FROM \(table.rawValue) WHERE \(condition)")
  }

  /// Makes one change.
  ///
  /// - Returns: the number of affected rows.
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
  ///
  /// - Parameter isRespelling: whether the label may get the fact's spelling: see ``respell(_:as:)``.
  func add(_ fact: UserFact, isRespelling: Bool = false) throws -> Int {
    let known = try row(fact.label)
    let isRespelled = try isRespelling ? known.map { try respell($0, as: fact.label) } ?? false : false
    let row = try known ?? makeRow(fact.label)
    let isAdded = try fact.uri.map { try mark($0, row) > 0 } ?? false
    if isAdded || known == nil, let uri = fact.uri { try log.record(label: row, uri: uri) }
    return isAdded || isRespelled || known == nil ? 1 : 0
  }

  func removeEverything(keepingUses: Bool) throws {
    try log.recordEverything()
    try remove(Set(UserTable.entered).subtracting(keepingUses ? [.use] : []))
  }

  /// Deletes every row of some tables.
  func remove(_ tables: Set<UserTable>) throws {
    // `labelled` comes first, since deleting a label would delete its rows in `labelled`, too.
    for table in [UserTable.labelled, .label, .succession, .search, .use, .undo] where tables.contains(table) {
      try delete(table, where: "1", [])
    }
  }
}

extension UserWriter {
  /// Thrown to roll back a transaction that has changed nothing, so that nothing is written to disk.
  private struct Unchanged: Error {}

  /// Runs `body` in one transaction of a store.
  ///
  /// - Parameters:
  ///   - isRecording: whether the change can be undone.
  ///   - recorded: receives the number of the recorded change; nil if none was recorded.
  static func transaction<Result>(
    _ connection: Connection, rules: any TextRules, isRecording: Bool = false, recorded: (Int?) -> Void = { _ in },
    _ body: (UserWriter) throws -> Result
  ) throws -> Result {
    var number: Int?
    defer { recorded(number) }
    var unchanged: Result?
    do {
      return try connection.transaction {
        // A newer program may have changed the schema since the store was opened.
        guard try connection.number("PRAGMA user_version") == Int64(StoreKind.userStore.version) else {
          throw StoreFile(kind: .userStore, path: connection.path).newer
        }
        let writer = try UserWriter(connection, rules: rules, isRecording: isRecording)
        let result = try body(writer)
        guard writer.hasChanged else {
          unchanged = result
          throw Unchanged()
        }
        number = try writer.recordStep()
        // The revision shows whether a backup is up to date.
        try connection.run("UPDATE store SET revision = revision + 1")
        return result
      }
    } catch let error as Unchanged {
      guard let unchanged else { throw error }
      return unchanged
    }
  }

  /// Raises the revision to at least a known one: backups are ordered by it.
  ///
  /// - Parameter first: the revision with which the store was started anew on purpose.
  func raise(revision: Int, first: Int) throws {
    try connection.run(
      "UPDATE store SET revision = max(revision, ?), first_revision = max(first_revision, ?)",
      [Value(revision), Value(first)])
    hasChanged = true
  }
}
