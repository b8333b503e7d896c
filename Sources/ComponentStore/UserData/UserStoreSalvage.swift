internal import ComponentModel
internal import SQLite

/// Recovers what can still be read of a damaged user store.
///
/// A damaged page ends a table scan; rows beyond it are found from the other end, through the table's
/// other index, and by looking up single rows.
struct UserStoreSalvage {
  let connection: Connection
  let rules: any TextRules

  /// The readable data of the store at a path, perhaps empty.
  static func data(_ path: String, rules: any TextRules) -> UserData {
    do {
      let copy = try PrivateCopy(of: StoreFile(kind: .userStore, path: path))
      return try withExtendedLifetime(copy) {
        UserStoreSalvage(connection: try Connection(copy.path, for: .writing), rules: rules).data
      }
    } catch {
      return UserData()
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
    for order in ["label, uri", "label DESC, uri DESC", "uri, label", "uri DESC, label DESC"] {
      let table = order.hasPrefix("uri") ? "labelled INDEXED BY labelled_by_uri" : "labelled"
      readable("SELECT label, uri FROM \(table) ORDER BY \(order)") { row in
        guard let label = try? row.rowID("label"), let uri = uri(row, "uri") else { return }
        found.insert(Labelled(label: label, uri: uri))
      }
    }
    return found
  }

  /// - Parameter rows: of labels that components have.
  private func labels(namedBy rows: Set<Int64>) -> [Int64: UserLabel] {
    var found: [Int64: UserLabel] = [:]
    func read(_ name: String, _ clause: String) {
      readable("SELECT id, kind, \(name) AS name, key FROM label \(clause)") { row in
        guard let id = try? row.rowID("id"), found[id] == nil, let label = label(row) else { return }
        found[id] = label
      }
    }
    for order in ["id", "id DESC"] { read("name", "NOT INDEXED ORDER BY \(order)") }
    for row in rows where found[row] == nil { read("name", "NOT INDEXED WHERE id = \(row)") }
    // The index has no spelling: a tag in lower case is better than none.
    for order in ["kind, key", "kind DESC, key DESC"] {
      read("key", "INDEXED BY sqlite_autoindex_label_1 ORDER BY \(order)")
    }
    return found
  }

  /// A name is trusted if its key agrees with it.
  private func label(_ row: Row) -> UserLabel? {
    guard let word = try? row.text("kind"), let kind = UserLabel.Kind(rawValue: word),
      let name = try? row.text("name"), let key = try? row.text("key"), let label = try? UserLabel(kind, name),
      rules.tagKey(label.name) == key
    else { return nil }
    return label
  }

  private var replacements: [Replacement] {
    var found: Set<Replacement> = []
    for order in ["old_uri, new_uri", "old_uri DESC, new_uri DESC"] {
      readable("SELECT old_uri, new_uri FROM succession ORDER BY \(order)") { row in
        guard let old = uri(row, "old_uri"), let new = uri(row, "new_uri") else { return }
        found.insert(Replacement(old: old, new: new))
      }
    }
    return Array(found)
  }

  /// A URI is trusted if all its characters are legal; SQLite returns U+FFFD for bytes that are not UTF-8.
  func uri(_ row: Row, _ column: StaticString) -> String? {
    guard let text = try? row.text(column), !text.isEmpty else { return nil }
    return text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F || $0.value == 0xFFFD } ? nil : text
  }

  /// Passes the rows to `body`, up to the first that can't be read.
  func readable(_ sql: String, _ body: (Row) -> Void) {
    do {
      let rows = try connection.prepare(sql).rows()
      while let row = try rows.next() { body(row) }
    } catch {
      // The end of what can be read this way.
    }
  }
}
