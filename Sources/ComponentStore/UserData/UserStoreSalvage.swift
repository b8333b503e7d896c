internal import ComponentModel
internal import SQLite

/// Recovers what can still be read of a damaged user store.
///
/// A damaged page ends a table scan; rows beyond it are found from the other end, through the table's
/// other index, and by looking up single rows.
struct UserStoreSalvage {
  let connection: Connection
  let rules: any TextRules
  /// The tables of which every row is sound and none is missing. They are read from end to end, and nothing else.
  let complete: Set<UserTable>
  private let hasChecksums: Bool

  init(connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    hasChecksums = (try? connection.prepare("SELECT checksum FROM label, tally LIMIT 0")) != nil
    let rows = try? UserRows(connection)
    let sound = UserTable.entered.filter { table in (try? rows?.read(table)) ?? nil != nil }
    // Labels mean nothing without what they are on.
    complete =
      sound.contains(.label) && sound.contains(.labelled) ? Set(sound) : Set(sound).subtracting([.label, .labelled])
  }

  /// The columns of a table, with the checksum where the schema has it.
  func columns(_ table: UserTable) -> String {
    (table.columns + (hasChecksums ? ["checksum"] : [])).joined(separator: ", ")
  }

  /// Whether a row of ``columns(_:)`` agrees with its checksum; nil if it has none.
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
    /// The tables of which every row is sound and none is missing.
    var complete: Set<UserTable> = []
    /// The store's revision; 0 where that can't be read.
    var revision = 0
    /// The revision with which it was begun anew on purpose; 0 where that can't be read for certain.
    var firstRevision = 0
  }

  /// The readable data of a store, perhaps nothing.
  ///
  /// - Throws: ``StoreError`` if there is no room for a copy of the file: what it holds must not be given up for that.
  static func read(_ file: StoreFile, rules: any TextRules) throws -> Result {
    let copy = try PrivateCopy(of: file)
    return withExtendedLifetime(copy) {
      guard let connection = try? Connection(copy.path, for: .writing) else { return Result() }
      let salvage = UserStoreSalvage(connection: connection, rules: rules)
      var result = Result(data: salvage.data, complete: salvage.complete)
      let revision = try? connection.number("SELECT revision FROM store")
      result.revision = max(0, Int(revision ?? 0))
      result.firstRevision = (try? UserRows(connection).firstRevision()) ?? 0
      return result
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
    var found: Set<Labelled> = []
    let isWhole = readable("SELECT \(columns(.labelled)) FROM labelled ORDER BY label, uri") {
      found.formUnion(labelled($0))
    }
    // Where the table can be read to its end, what only its index has is damage of that.
    if isWhole { return found }
    readable("SELECT \(columns(.labelled)) FROM labelled ORDER BY label DESC, uri DESC") {
      found.formUnion(labelled($0))
    }
    for order in ["uri, label", "uri DESC, label DESC"] {
      readable("SELECT label, uri FROM labelled INDEXED BY labelled_by_uri ORDER BY \(order)") { row in
        guard let label = try? row.rowID("label"), let uri = uri(row, "uri") else { return }
        found.insert(Labelled(label: label, uri: uri))
      }
    }
    return found
  }

  private func labelled(_ row: Row) -> [Labelled] {
    guard let label = try? row.rowID("label"), let uri = uri(row, "uri", .labelled) else { return [] }
    return [Labelled(label: label, uri: uri)]
  }

  /// - Parameter rows: of labels that components have.
  private func labels(namedBy rows: Set<Int64>) -> [Int64: UserLabel] {
    var found: [Int64: UserLabel] = [:]
    func read(_ clause: String) -> Bool {
      readable("SELECT \(columns(.label)) FROM label NOT INDEXED \(clause)") { row in
        guard let id = try? row.rowID("id"), found[id] == nil, let label = label(row) else { return }
        found[id] = label
      }
    }
    if read("ORDER BY id") { return found }
    _ = read("ORDER BY id DESC")
    for row in rows where found[row] == nil { _ = read("WHERE id = \(row)") }
    // The index has no spelling: a tag in lower case is better than none.
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

  /// A label is trusted if it agrees with its checksum, or has none and its key agrees with its name.
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

  /// A name is trusted if its key agrees with it.
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
    return Array(found)
  }

  /// A URI of a row of ``columns(_:)``.
  func uri(_ row: Row, _ column: StaticString, _ table: UserTable) -> String? {
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

  /// Passes the rows to `body`, up to the first that can't be read.
  ///
  /// - Returns: whether that was all of them.
  @discardableResult
  func readable(_ sql: String, _ body: (Row) -> Void) -> Bool {
    do {
      let rows = try connection.prepare(sql).rows()
      while let row = try rows.next() { body(row) }
      return true
    } catch {
      // The end of what can be read this way.
      return false
    }
  }
}
