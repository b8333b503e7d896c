internal import ComponentModel
internal import Linux
internal import SQLite

/// Recovers what can still be read of a damaged user store.
///
/// A damaged page ends a table scan; rows beyond it are found from the other end, through the table's other index, by
/// looking up single rows, and in the pages themselves.
struct UserStoreSalvage {
  let connection: Connection
  let rules: any TextRules
  let pages: UserStorePages
  /// The tables whose rows are all sound and present, whether read from end to end or found in the pages. Nothing else
  /// is read for them.
  let complete: Set<UserTable>
  /// Those of them that are found in the pages only.
  let scattered: Set<UserTable>
  let hasChecksums: Bool

  init(connection: Connection, pages: UserStorePages, rules: any TextRules) {
    self.connection = connection
    self.pages = pages
    self.rules = rules
    hasChecksums = (try? connection.prepare("SELECT checksum FROM label, tally LIMIT 0")) != nil
    let rows = try? UserRows(connection)
    let read = UserTable.allCases.filter { table in (try? rows?.read(table)) ?? nil != nil }
    scattered = Set(UserTable.allCases).subtracting(read).filter { Self.isWhole($0, in: pages, connection) }
    let sound = scattered.union(read)
    // Labels are useless without the URIs that have them.
    complete =
      sound.contains(.label) && sound.contains(.labelled) ? sound : sound.subtracting([.label, .labelled])
  }

  /// Whether the pages have as many rows of a table as the store had, with the same checksums, and the table has no other ones:
  /// rows without a checksum count, too.
  private static func isWhole(_ table: UserTable, in pages: UserStorePages, _ connection: Connection) -> Bool {
    guard let stored = tally(of: table, connection), stored == pages.tally(of: table) else { return false }
    let others = try? connection.number(
      "SELECT count(*) FROM \(table.rawValue) NOT INDEXED WHERE checksum IS NULL")
    return others ?? 0 == 0
  }

  /// How many rows a table had, and the sum of their checksums; nil if that is unknown.
  static func tally(of table: UserTable, _ connection: Connection) -> (count: Int64, sum: Int64)? {
    let sql = "SELECT row_count, sum FROM tally WHERE subject = ?"
    guard let row = try? connection.rows(sql, [Value(table.rawValue)]).next(), let count = try? row.rowID("row_count"),
      let sum = try? row.rowID("sum")
    else { return nil }
    return (count, sum)
  }

  /// Whether reading a table has found fewer rows than it had, whether sound or not.
  private func isShort(_ table: UserTable, _ count: Int64) -> Bool {
    Self.tally(of: table, connection).map { $0.count > count } ?? false
  }

  /// The columns of a table, with the checksum if the schema has it.
  func columns(_ table: UserTable) -> String {
    (table.columns + (hasChecksums ? ["checksum"] : [])).joined(separator: ", ")
  }

  /// Whether a row of ``columns(_:)`` matches its checksum; nil if it has none.
  func isSound(_ row: Row, _ table: UserTable) -> Bool? {
    guard hasChecksums else { return nil }
    switch row.value(at: table.columns.count) {
    case .null: return nil
    case .integer(RowChecksum.of(row, table: table.number, columns: table.columns.count)): return true
    default: return false
    }
  }

  /// What could be read.
  struct Result {
    var data = UserData()
    /// The logged changes.
    var steps: [UndoLog.Stored] = []
    /// The tables whose rows are all sound and present.
    var complete: Set<UserTable> = []
    /// How many tags, marks, saved searches and use counts the store had by its own count; nil if that is unknown.
    var entries: Int?
    /// The store's revision; 0 if it can't be read reliably.
    var revision = 0
    /// The revision with which it was started anew on purpose; 0 if it can't be read reliably.
    var firstRevision = 0
    /// Whether it was read from the store itself, not from a file beside it.
    var isOfStore = false
    /// Whether nothing that the user has entered is missing.
    var isComplete: Bool { complete.isSuperset(of: UserTable.entered) }

    fileprivate init(reading connection: Connection, _ pages: UserStorePages, rules: any TextRules) {
      let salvage = UserStoreSalvage(connection: connection, pages: pages, rules: rules)
      data = salvage.data
      steps = salvage.steps
      complete = salvage.complete
      let counts = [UserTable.labelled, .search, .use].map { UserStoreSalvage.tally(of: $0, connection)?.count }
      entries = counts.contains(nil) ? nil : Int(counts.compactMap(\.self).reduce(0, &+))
      // One row has both, so the checksum speaks for both.
      guard let first = try? UserRows(connection).firstRevision() else { return }
      firstRevision = first
      revision = Int((try? connection.number("SELECT revision FROM store")) ?? 0)
    }
  }

  /// The readable data of a store, possibly empty.
  ///
  /// - Throws: ``StoreError`` if the disk can't be read, or has no room for a copy of the file, whose content must not
  ///   be lost.
  static func read(_ file: StoreFile, rules: any TextRules) throws -> Result {
    let copy = try PrivateCopy(of: file)
    return try withExtendedLifetime(copy) {
      try translatingErrors(file.kind, path: file.path) {
        let connection = try Connection(copy.path, for: .writing)
        // Makes the pages those of the last commit, if the log can be read.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Result(reading: connection, try pages(copy.path, of: file), rules: rules)
      }
    }
  }

  private static func pages(_ copy: String, of file: StoreFile) throws -> UserStorePages {
    do throws(SystemError) {
      return try UserStorePages(copy)
    } catch {
      throw StoreError(error, file.kind, path: file.path)
    }
  }

  private var data: UserData {
    let pairs = labelled
    let labels = labels(namedBy: Set(pairs.map(\.label)))
    let used = Set(pairs.map(\.label))
    let facts = pairs.compactMap { pair in labels[pair.label].map { UserFact($0, uri: pair.uri) } }
    let empty = labels.filter { $0.value.kind == .collection && !used.contains($0.key) }
    return UserData(
      facts: facts + empty.values.map { UserFact($0, uri: nil) }, replacements: replacements, searches: searches,
      uses: uses)
  }

  private struct Labelled: Hashable {
    var label: Int64
    var uri: String
  }

  private var labelled: Set<Labelled> {
    let lying = Set((pages.rows[.labelled] ?? []).compactMap(Self.labelled))
    if scattered.contains(.labelled) { return lying }
    var found: Set<Labelled> = []
    var count: Int64 = 0
    let isWhole = readable("SELECT \(columns(.labelled)) FROM labelled ORDER BY label, uri") {
      found.formUnion(labelled($0))
      count += 1
    }
    if complete.contains(.labelled) || isWhole && !hasChecksums { return found }
    found.formUnion(lying)
    readable("SELECT \(columns(.labelled)) FROM labelled ORDER BY label DESC, uri DESC") {
      found.formUnion(labelled($0))
    }
    let all = found.union(indexed)
    // Rows of the index have no checksums: they are trusted if they complete the table, or if rows can't be read.
    return !isWhole || isShort(.labelled, count) || isProven(all) ? all : found
  }

  /// The same rows according to the other index.
  private var indexed: Set<Labelled> {
    var found: Set<Labelled> = []
    for order in ["uri, label", "uri DESC, label DESC"] {
      readable("SELECT label, uri FROM labelled INDEXED BY labelled_by_uri ORDER BY \(order)") { row in
        guard let label = try? row.rowID("label"), let uri = uri(row, "uri") else { return }
        found.insert(Labelled(label: label, uri: uri))
      }
    }
    return found
  }

  /// Whether rows have the checksum sum of the table's rows.
  private func isProven(_ rows: Set<Labelled>) -> Bool {
    let sums = rows.map { row in
      RowChecksum.of([.integer(row.label), .text(Array(row.uri.utf8))], table: UserTable.labelled.number)
    }
    let sum = sums.reduce(0) { ($0 + $1) & RowChecksum.mask }
    return Self.tally(of: .labelled, connection).map { $0 == (Int64(rows.count), sum) } ?? false
  }

  private static func labelled(_ row: [RecordValue]) -> Labelled? {
    guard let label = row[0].number, let uri = row[1].text else { return nil }
    return Labelled(label: label, uri: uri)
  }

  private func labelled(_ row: Row) -> [Labelled] {
    guard let label = try? row.rowID("label"), let uri = uri(in: row, column: "uri", of: .labelled) else { return [] }
    return [Labelled(label: label, uri: uri)]
  }

  /// - Parameter rows: of labels that components have.
  private func labels(namedBy rows: Set<Int64>) -> [Int64: UserLabel] {
    var found: [Int64: UserLabel] = [:]
    var count: Int64 = 0
    func read(_ clause: String) -> Bool {
      readable("SELECT \(columns(.label)) FROM label NOT INDEXED \(clause)") { row in
        count += 1
        guard let id = try? row.rowID("id"), found[id] == nil, let label = label(row) else { return }
        found[id] = label
      }
    }
    let isWhole = !scattered.contains(.label) && read("ORDER BY id")
    let isShort = isShort(.label, count)
    if isWhole && (complete.contains(.label) || !hasChecksums) { return found }
    if !scattered.contains(.label) { _ = read("ORDER BY id DESC") }
    for row in pages.rows[.label] ?? [] {
      guard let id = row[0].number, found[id] == nil, let label = label(row) else { continue }
      found[id] = label
    }
    // The index has no checksums either: see above.
    if scattered.contains(.label) || isWhole && !isShort { return found }
    for row in rows where found[row] == nil { _ = read("WHERE id = \(row)") }
    // The index lacks the spelling: a tag in lower case is better than none.
    for order in ["kind, key", "kind DESC, key DESC"] {
      readable(
        "SELECT id, kind, key AS name, key FROM label INDEXED BY sqlite_autoindex_label_1 ORDER BY \(order)"
      ) { row in
        guard let id = try? row.rowID("id"), found[id] == nil, let label = spelt(row) else { return }
        found[id] = label
      }
    }
    return found
  }

  /// A label is trusted if it matches its checksum, or has none and its key matches its name.
  private func label(_ row: Row) -> UserLabel? {
    switch isSound(row, .label) {
    case false?: return nil
    case nil: return spelt(row)
    case true?:
      guard let word = try? row.text("kind"), let kind = UserLabel.Kind(rawValue: word),
        let name = try? row.text("name")
      else { return nil }
      return try? UserLabel(kind, name)
    }
  }

  /// A label from a page.
  private func label(_ row: [RecordValue]) -> UserLabel? {
    guard let kind = row[1].text.flatMap(UserLabel.Kind.init), let name = row[2].text else { return nil }
    return try? UserLabel(kind, name)
  }

  /// A name is trusted if it matches its key.
  private func spelt(_ row: Row) -> UserLabel? {
    guard let word = try? row.text("kind"), let kind = UserLabel.Kind(rawValue: word),
      let name = try? row.text("name"), let key = try? row.text("key"), let label = try? UserLabel(kind, name),
      rules.tagKey(label.name) == key
    else { return nil }
    return label
  }

  private var replacements: [Replacement] {
    var found: Set<Replacement> = []
    for order in ["old_uri, new_uri", "old_uri DESC, new_uri DESC"] {
      readable("SELECT \(columns(.succession)) FROM succession ORDER BY \(order)") { row in
        guard isSound(row, .succession) != false, let old = uri(row, "old_uri"), let new = uri(row, "new_uri") else {
          return
        }
        found.insert(Replacement(old: old, new: new))
      }
    }
    if !complete.contains(.succession) || scattered.contains(.succession) {
      for row in pages.rows[.succession] ?? [] {
        if let old = row[0].text, let new = row[1].text { found.insert(Replacement(old: old, new: new)) }
      }
    }
    return Array(found)
  }

  /// A URI of a row of ``columns(_:)``.
  func uri(in row: Row, column: StaticString, of table: UserTable) -> String? {
    switch isSound(row, table) {
    case true?: try? row.text(column)
    case false?: nil
    case nil: uri(row, column)
    }
  }

  /// A URI is trusted if all its characters are legal; SQLite returns U+FFFD for bytes that are not UTF-8.
  func uri(_ row: Row, _ column: StaticString) -> String? {
    guard let text = try? row.text(column), !text.isEmpty else { return nil }
    return text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F || $0.value == 0xFFFD } ? nil : text
  }

  /// Passes the rows to `body`, up to the first one that can't be read.
  ///
  /// - Returns: whether all of them were read.
  @discardableResult
  func readable(_ sql: String, _ body: (Row) -> Void) -> Bool {
    do {
      let rows = try connection.prepare(sql).rows()
      while let row = try rows.next() { body(row) }
      return true
    } catch {
      // Nothing beyond this point can be read this way.
      return false
    }
  }
}
