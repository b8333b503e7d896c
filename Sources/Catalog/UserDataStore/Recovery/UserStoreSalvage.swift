internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// The data that plain SQL can still read from a damaged user store.
///
/// A table that can be read to its end and passes SQLite's check and the rules is taken as it is. Of any other table,
/// the rows that follow the rules are read from both ends, because a damaged page stops a scan.
struct UserStoreSalvage {
  /// The data that could be read.
  private(set) var data = UserData()
  /// The changes that the undo log still has.
  private(set) var steps: [UndoLog.Stored] = []
  /// The tables that are sound.
  private(set) var complete: Set<UserTable> = []
  /// The store's revision; 0 if it can't be read.
  var revision = 0
  /// The revision with which it was started anew on purpose; 0 if it can't be read.
  private(set) var firstRevision = 0
  /// Whether it was read from the store itself, not from a file beside it.
  var isOfStore = false
  /// Whether nothing that the user has entered is missing.
  var isComplete: Bool { complete.isSuperset(of: UserTable.entered) }

  /// Reads a store's file, which stays as it is.
  ///
  /// - Throws: ``StoreError`` if the disk can't be read, or has no room for a copy of the file, whose content must not
  ///   be lost.
  init(_ file: StoreFile, _ rules: any TextRules) throws {
    let copy = try PrivateCopy(of: file)
    try withExtendedLifetime(copy) {
      try translatingErrors(file.kind, path: file.path) {
        let connection = try Connection(copy.path, for: .writing)
        read(Reader(connection, rules))
        if connection.hasFailedReads { throw SQLiteError.failedRead(copy.path) }
      }
    }
  }

  private mutating func read(_ reader: Reader) {
    revision = reader.number("SELECT revision FROM store")
    firstRevision = reader.number("SELECT first_revision FROM store")
    complete = reader.complete
    data.facts = facts(reader)
    data.replacements = reader.rows(.succession) {
      Replacement(old: try $0.text("old_uri"), new: try $0.text("new_uri"))
    }
    data.searches = reader.rows(.search) { row in
      let search = try SavedSearch(try row.text("name"), predicate: try row.text("predicate"))
      if !reader.complete.contains(.search) { _ = try search.parsed(reader.rules) }
      return search
    }
    data.uses = reader.rows(.use) { row in
      UseCount(
        uri: try row.text("uri"), source: try row.text("source"), count: try row.integer("count"),
        lastUsed: try row.optionalText("last_used").flatMap { UTCTime($0) })
    }
    steps = reader.rows(.undo) { row in
      let texts = [try row.text("at"), try row.text("program"), try row.text("title"), try row.text("changes")]
      return UndoLog.Stored(number: try row.rowID("id"), texts: texts)
    }
  }

  private func facts(_ reader: Reader) -> [UserFact] {
    let labels = reader.rows(.label) { row -> (Int64, UserLabel)? in
      guard let kind = UserLabel.Kind(rawValue: try row.text("kind")) else { return nil }
      return (try row.rowID("id"), try UserLabel(kind, try row.text("name")))
    }
    let named = Dictionary(labels) { first, _ in first }
    var unused = Set(named.keys)
    let facts = reader.rows(.labelled) { row -> UserFact? in
      guard let label = named[try row.rowID("label")] else { return nil }
      unused.remove(try row.rowID("label"))
      return UserFact(label, uri: try row.text("uri"))
    }
    let empty = unused.compactMap { named[$0] }.filter { $0.kind == .collection }
    return facts + empty.map { UserFact($0, uri: nil) }
  }
}

extension UserStoreSalvage {
  /// Reads tables, whatever is wrong with them.
  private struct Reader {
    let rules: any TextRules
    private let connection: Connection
    private let store: UserStoreRules
    /// The tables that are sound.
    private(set) var complete: Set<UserTable> = []

    init(_ connection: Connection, _ rules: any TextRules) {
      self.connection = connection
      self.rules = rules
      store = UserStoreRules(rules: rules)
      complete = Set(UserTable.allCases.filter(isSound))
      // Neither table is of use without the other.
      if !complete.isSuperset(of: [.label, .labelled]) { complete.subtract([.label, .labelled]) }
    }

    /// A revision; 0 if it can't be read.
    func number(_ sql: String) -> Int {
      guard let number = try? connection.number(sql), (0..<UserStoreBackup.revisionLimit).contains(Int(number)) else {
        return 0
      }
      return Int(number)
    }

    /// Whether a table is there, and passes SQLite's check and the rules.
    private func isSound(_ table: UserTable) -> Bool {
      do {
        guard try connection.texts("PRAGMA integrity_check(\(table.rawValue))") == ["ok"],
          try connection.rows("PRAGMA foreign_key_check(\(table.rawValue))").next() == nil
        else { return false }
        var isSound = true
        try read(table, "NOT INDEXED") { isSound = try isSound && store.follows($0, table) }
        return isSound
      } catch {
        return false
      }
    }

    /// The results of `body` for the rows that follow the rules. If the table is not sound, `body` may get a row twice.
    func rows<Result>(_ table: UserTable, _ body: (Row) throws -> Result?) -> [Result] {
      let backwards = table.key.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
      var ways = ["NOT INDEXED ORDER BY \(table.key)", "NOT INDEXED ORDER BY \(backwards)"]
      if table == .labelled { ways.append("INDEXED BY labelled_by_uri") }
      if complete.contains(table) { ways = [ways[0]] }
      var found: [Result] = []
      for way in ways {
        // Nothing beyond an error can be read this way.
        try? read(table, way) { row in
          guard try store.follows(row, table), let result = try? body(row) else { return }
          found.append(result)
        }
      }
      return found
    }

    private func read(_ table: UserTable, _ way: String, _ body: (Row) throws -> Void) throws {
      let columns = table.columns.joined(separator: ", ")
      let rows = try connection.rows("SELECT \(columns) FROM \(table.rawValue) \(way)")
      while let row = try rows.next() { try body(row) }
    }
  }
}
