internal import StoreFiles
package import ComponentModel
internal import Linux
internal import SQLite

/// The log of changes that can be undone: table `undo_step`.
struct UndoLog {
  /// A change with everything needed to undo it.
  struct Step {
    var change: RecordedChange
    var items: [UndoItem]
  }

  let connection: Connection

  /// Maximum number of changes to keep.
  private static let stepLimit = 100
  /// Maximum length of a title, in characters.
  private static let titleLimit = 300

  /// The recorded changes, the newest first.
  func steps() throws -> [Step] {
    var steps: [Step] = []
    try UserRows(connection).read(.undo) { row in
      let changes = try row.text("changes")
      var items: [UndoItem] = []
      if case .array(let entries)? = JSON(changes) {
        items = entries.compactMap(UndoItem.init)
        // A change is undone completely or not at all.
        if items.count != entries.count { items = [] }
      }
      let change = RecordedChange(
        number: try row.integer("id"), time: UTCTime(try row.text("at")) ?? .epoch, program: try row.text("program"),
        title: try row.text("title"), uris: Set(items.compactMap(\.uri)).sorted(), isReversible: !items.isEmpty)
      steps.append(Step(change: change, items: items))
    }
    return steps.reversed()
  }

  /// A row of the table `undo_step`.
  struct Stored {
    var number: Int64
    /// The columns after the number, except for the size.
    var texts: [String]

    /// The statement that inserts it into the table, with its values.
    var insertion: (sql: String, values: [Value]) {
      let sql = "INSERT OR REPLACE INTO undo_step (id, at, program, title, size, changes) VALUES (?, ?, ?, ?, ?, ?)"
      let size = Value(texts.last?.utf8.count ?? 0)
      return (sql, [Value(number)] + texts.dropLast().map { Value($0) } + [size] + texts.suffix(1).map { Value($0) })
    }
  }

  /// Makes the row for a change, to be added to the log.
  ///
  /// - Parameter items: nil for a change that is too large to keep.
  func step(_ items: [UndoItem]?, title: String) throws -> Stored {
    let changes = items.map { JSON.array($0.map(\.json)).encoded } ?? ""
    return Stored(number: try lastNumber() + 1, texts: [Self.now, Self.program, Self.bounded(title), changes])
  }

  /// The highest number that a change has had. Implausible values are ignored: nothing verifies SQLite's own count.
  private func lastNumber() throws -> Int64 {
    let sql = """
      SELECT ifnull(max(number), 0) FROM (
        SELECT id AS number FROM undo_step
        UNION ALL SELECT seq FROM sqlite_sequence WHERE name = 'undo_step' AND typeof(seq) = 'integer')
      WHERE number < 1 << 53
      """
    return try connection.number(sql) ?? 0
  }

  /// The number of the newest change that exceeds the maximum number of changes, or their maximum size in bytes; nil if
  /// none does.
  func newestSurplus() throws -> Int64? {
    let rows = try connection.rows("SELECT id, size FROM undo_step ORDER BY id DESC")
    var (count, size): (Int, Int64) = (0, 0)
    while let row = try rows.next() {
      count += 1
      size &+= try row.rowID("size")
      if count > 1, count > Self.stepLimit || size > 2 * UndoRecorder.sizeLimit { return try row.rowID("id") }
    }
    return nil
  }

  private static var now: String { UTCTime.now.description }

  /// The name of this program.
  private static var program: String {
    let path = CurrentProcess.arguments.first.flatMap(\.self) ?? ""
    return bounded(path.isEmpty ? "a program" : LexicalPath.name(of: path))
  }

  /// The text as a single line of limited length.
  private static func bounded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(titleLimit).map { $0.value < 0x20 ? " " : $0 }))
  }
}

extension UserStore {
  /// The recorded changes of the store at a path, the newest first; none if there is no store.
  package static func recordedChanges(
    _ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void
  ) throws -> [RecordedChange] {
    let reader = UserStoreReader(path: path, rules: rules, notice: notice)
    return try reader.read { try UndoLog(connection: $0).steps().map(\.change) } ?? []
  }

  /// Undoes a recorded change, completely or not at all.
  ///
  /// - Parameter number: the number of the change; nil for the last one.
  /// - Returns: the change; nil if none is recorded.
  /// - Throws: ``StoreError``, `UndoError`, and the errors for a change that would break a saved search.
  package func undo(_ number: Int?) throws -> RecordedChange? { try writeUnrecorded { try $0.undo(number) } }
}
