internal import ComponentModel
internal import SQLite

/// Writes labels and saved searches within one transaction.
final class UserWriter {
  let connection: Connection
  let rules: any TextRules
  let log: UserChangeLog
  /// Records changes for undo; nil for changes that aren't the user's.
  let recorder: UndoRecorder?
  private var seal: UserStoreSeal
  private var hasChanged = false
  /// The searches that were saved.
  var saved: [SavedSearch] = []
  /// Those of them that have lost their name to another one.
  var moved: [SavedSearch] = []
  /// The names that `in "name"` can no longer refer to.
  var gone: [Gone] = []

  /// A deleted or renamed saved search or collection.
  struct Gone {
    var kind: SavedSearchInUse.Kind
    var name: String
    var key: String
  }

  /// Within a transaction of a store.
  private init(_ connection: Connection, rules: any TextRules, isRecording: Bool) throws {
    self.connection = connection
    self.rules = rules
    seal = try UserStoreSeal(connection)
    log = UserChangeLog(connection)
    recorder = isRecording ? UndoRecorder(connection) : nil
  }

  /// Changes rows of a table.
  ///
  /// - Parameters:
  ///   - condition: the rows that it can change, by the values they have before or after.
  ///   - key: the values of the condition's parameters.
  ///   - statements: the change, then statements that update the checksums of the changed rows.
  /// - Returns: the number of rows that it changed itself; changes by triggers don't count.
  @discardableResult
  func change(
    _ table: UserTable, where condition: String, _ key: [Value], by statements: [(sql: String, values: [Value])]
  ) throws -> Int {
    try seal.change(table, where: condition, values: key) {
      let before = try recorder?.snapshot(table, where: condition, key)
      var count = 0
      for (index, statement) in statements.enumerated() {
        try connection.run(statement.sql, statement.values)
        // The first one makes the change; the others update the rows' checksums.
        if index == 0 { count = connection.changeCount }
        if count == 0 { break }
      }
      if count > 0 { hasChanged = true }
      if count > 0, let recorder, let before {
        try recorder.note(before, recorder.snapshot(table, where: condition, key))
      }
      return count
    }
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
    // Taggings before their tags, which would otherwise delete them too.
    for table in [UserTable.labelled, .label, .succession, .search, .use, .undo] where tables.contains(table) {
      try change(table, where: "1", [], by: [("DELETE FROM \(table.rawValue)", [])])
    }
  }
}

/// Transactions.
extension UserWriter {
  /// Thrown to roll back a transaction that has changed nothing, so that nothing is written to disk.
  private struct Unchanged: Error {}

  /// Runs `body` in one transaction of a store.
  ///
  /// - Parameters:
  ///   - isRecording: whether the change can be undone.
  ///   - recorded: takes the number of the recorded change; nil if none was.
  static func transaction<Result>(
    _ connection: Connection, rules: any TextRules, isRecording: Bool = false, recorded: (Int?) -> Void = { _ in },
    _ body: (UserWriter) throws -> Result
  ) throws -> Result {
    var number: Int?
    defer { recorded(number) }
    var unchanged: Result?
    do {
      return try connection.transaction {
        let writer = try UserWriter(connection, rules: rules, isRecording: isRecording)
        let result = try body(writer)
        guard writer.seal.wasBroken || writer.hasChanged else {
          unchanged = result
          throw Unchanged()
        }
        number = try writer.recordStep()
        try writer.finish()
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

  /// Counts the change, so that a backup can tell whether it is up to date, and writes the tallies.
  private func finish() throws {
    if hasChanged { try connection.run("UPDATE store SET revision = revision + 1") }
    try connection.run(
      "UPDATE store SET checksum = \(RowChecksum.function)(0, revision, first_revision) WHERE checksum IS NULL")
    try seal.write()
  }
}
