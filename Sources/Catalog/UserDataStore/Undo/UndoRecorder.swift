internal import ComponentModel
internal import SQLite

/// Records what a transaction changes, for undo.
///
/// Belongs to one transaction.
final class UndoRecorder {
  /// The title of the change; a change without one is not recorded.
  var title: String?
  /// Whether use counts are part of the change; false if uses are counted one by one.
  var recordsUses = false
  private let connection: Connection
  private var positions: [UndoItem.Subject: Int] = [:]
  private var noted: [UndoItem] = []
  private var size = 0
  /// Whether the change was too large to keep.
  private(set) var isTooLarge = false

  /// Maximum size of the texts to keep for one change, in bytes.
  static let sizeLimit = 512 << 10

  init(_ connection: Connection) { self.connection = connection }

  /// The net changes, in the order in which they first occurred.
  var items: [UndoItem] { noted.map(withFirstSpelling).filter { !$0.isNothing } }

  /// The item of a fact, with the name that its label had before the change, which may have respelled the label before
  /// it removed the fact. The label's own item doesn't keep that name: it is dropped if a later part of the change
  /// restores the spelling.
  private func withFirstSpelling(_ item: UndoItem) -> UndoItem {
    guard case .fact(let kind, let key, _) = item.subject, item.before != nil,
      let name = positions[.label(kind, key: key)].flatMap({ noted[$0].before })
    else { return item }
    var item = item
    item.before = name
    return item
  }

  /// Some rows of a table, as subjects with values.
  struct Snapshot {
    fileprivate var values: [UndoItem.Subject: [String]] = [:]
    fileprivate var order: [UndoItem.Subject] = []
    /// The rows of labels.
    fileprivate var labels: [Int64: (kind: UserLabel.Kind, key: String, name: String)] = [:]
  }

  /// The rows of a table that a change may touch.
  func snapshot(_ table: UserTable, where condition: String, _ key: [Value]) throws -> Snapshot {
    var snapshot = Snapshot()
    guard !isTooLarge, let sql = sql(table, condition) else { return snapshot }
    let rows = try connection.rows(sql, key)
    var size = 0
    while let row = try rows.next() {
      guard let (subject, value) = try subject(table, row) else { continue }
      let item = UndoItem(subject: subject, before: value, after: nil)
      size += item.size
      if size > Self.sizeLimit {
        // This happens when all rows of a large table are about to be deleted.
        giveUp(item)
        return Snapshot()
      }
      snapshot.values[subject] = value
      snapshot.order.append(subject)
      if table == .label, case .label(let kind, let key) = subject {
        snapshot.labels[try row.rowID("id")] = (kind, key, value.first ?? "")
      }
    }
    return snapshot
  }

  private func sql(_ table: UserTable, _ condition: String) -> String? {
    switch table {
    case .label: "SELECT id, kind, name, key FROM label WHERE \(condition)"
    case .labelled:
      "SELECT l.kind, l.name, l.key, x.uri FROM labelled AS x JOIN label AS l ON l.id = x.label WHERE \(condition)"
    case .succession: "SELECT old_uri, new_uri FROM succession WHERE \(condition)"
    case .search: "SELECT name, key, predicate FROM saved_search WHERE \(condition)"
    case .use: recordsUses ? "SELECT uri, source, count, last_used FROM use_count WHERE \(condition)" : nil
    case .undo: nil
    }
  }

  private func subject(_ table: UserTable, _ row: Row) throws -> (UndoItem.Subject, [String])? {
    switch table {
    case .label, .labelled:
      guard let kind = UserLabel.Kind(rawValue: try row.text("kind")) else { return nil }
      let (key, name) = (try row.text("key"), try row.text("name"))
      return (table == .label ? .label(kind, key: key) : .fact(kind, key: key, uri: try row.text("uri")), [name])
    case .succession: return (.succession(old: try row.text("old_uri"), new: try row.text("new_uri")), [])
    case .search: return (.search(key: try row.text("key")), [try row.text("name"), try row.text("predicate")])
    case .use:
      let last = try row.optionalText("last_used").map { [$0] } ?? []
      return (.use(uri: try row.text("uri"), source: try row.text("source")), ["\(try row.integer("count"))"] + last)
    case .undo: return nil
    }
  }

  /// Records the differences between two snapshots of the same rows.
  func note(_ before: Snapshot, _ after: Snapshot) throws {
    for subject in before.order where before.values[subject] != after.values[subject] {
      note(UndoItem(subject: subject, before: before.values[subject], after: after.values[subject]))
    }
    for subject in after.order where before.values[subject] == nil {
      note(UndoItem(subject: subject, before: nil, after: after.values[subject]))
    }
    for (row, old) in before.labels.sorted(by: { $0.key < $1.key }) {
      guard let new = after.labels[row], new.key != old.key else { continue }
      // To the components that have it, a renamed label is a different one, although none of their rows has changed.
      for uri in try connection.texts("SELECT uri FROM labelled WHERE label = ? ORDER BY uri", [Value(row)]) {
        note(UndoItem(subject: .fact(old.kind, key: old.key, uri: uri), before: [old.name], after: nil))
        note(UndoItem(subject: .fact(new.kind, key: new.key, uri: uri), before: nil, after: [new.name]))
      }
    }
  }

  private func note(_ item: UndoItem) {
    guard !isTooLarge else { return }
    if let position = positions[item.subject] {
      noted[position].after = item.after
      return
    }
    positions[item.subject] = noted.count
    noted.append(item)
    size += item.size
    if size > Self.sizeLimit { giveUp(item) }
  }

  /// Keeps only the fact that something has changed.
  private func giveUp(_ item: UndoItem) {
    isTooLarge = true
    (noted, positions) = ([item], [:])
  }
}

extension UndoItem {
  /// Its approximate size in memory, in bytes.
  fileprivate var size: Int {
    let texts = (before ?? []) + (after ?? []) + [uri ?? ""]
    return texts.reduce(64) { $0 + $1.utf8.count }
  }
}
