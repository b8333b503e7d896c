internal import CatalogStore
internal import StoreFiles
package import ComponentModel
internal import SQLite

/// The changes of both stores after a position, and the position after them.
package struct ChangeBatch: Sendable {
  /// The changes, in commit order within a store, and by time between the two stores.
  package var changes: [ComponentChange]
  /// The position for the next batch.
  package var position: ChangePosition
  /// The catalog's sequence number at which the caller was up to date, for the next batch.
  package var origin: Int64
  /// Whether there were no further changes.
  package var isComplete: Bool
}

extension Catalog {
  /// The position after the last change.
  package func changePosition() throws -> ChangePosition {
    try read { connection in
      try ChangeLogs(connection, hasUserStore: hasUserStore).position
    }
  }

  /// The changes after a position that concern a caller.
  ///
  /// - Parameters:
  ///   - origin: the catalog's sequence number at which the caller was up to date; a component that has appeared since
  ///     is `added`, even if it has changed since.
  ///   - limit: the maximum number of rows to read from each log.
  package func changes(
    after position: ChangePosition, origin: Int64, view: CatalogView, limit: Int
  ) throws -> ChangeBatch {
    try read { connection in
      let logs = try ChangeLogs(connection, hasUserStore: hasUserStore)
      // This is called often, and there is rarely anything new.
      if position == logs.position {
        return ChangeBatch(changes: [], position: position, origin: position.catalog, isComplete: true)
      }
      let reader = try ChangeReader(connection, view: view, logs: logs)
      return try reader.changes(after: position, origin: origin, limit: limit)
    }
  }
}

/// The last sequence numbers of both stores' logs.
private struct ChangeLogs {
  let lastOfCatalog: Int64
  /// Nil if there is no user store.
  let lastOfUserStore: Int64?

  /// The position after the last change.
  var position: ChangePosition { ChangePosition(catalog: lastOfCatalog, userStore: lastOfUserStore ?? 0) }

  init(_ connection: Connection, hasUserStore: Bool) throws {
    let last = "sqlite_sequence WHERE name = 'latest_change'"
    lastOfCatalog = try connection.number("SELECT seq FROM main.\(last)") ?? 0
    lastOfUserStore = hasUserStore ? try connection.number("SELECT seq FROM user.\(last)") ?? 0 : nil
  }
}

/// Reads the logs of both stores in one transaction.
private struct ChangeReader {
  private let connection: Connection
  private let visibility: Visibility
  private let lookup: String
  private let logs: ChangeLogs

  init(_ connection: Connection, view: CatalogView, logs: ChangeLogs) throws {
    self.connection = connection
    self.logs = logs
    visibility = try Visibility(connection, roots: view.roots())
    let condition = visibility.lookup(on: "c.bundle").map { " AND \($0)" } ?? ""
    lookup = "SELECT c.id, \(view.naming.nameExpression) AS name FROM component AS c WHERE c.uri = ?\(condition)"
  }

  /// A row of a log, before it is decided whether and how to report it.
  private struct Entry {
    var at: UTCTime
    var change: ComponentChange?
    var catalog: Int64?
    var userStore: Int64?
  }

  func changes(after position: ChangePosition, origin: Int64, limit: Int) throws -> ChangeBatch {
    // A position beyond the end of the log belongs to another catalog.
    let origin = position.catalog > logs.lastOfCatalog ? 0 : origin
    let ofCatalog = try catalogEntries(after: position.catalog, origin: origin, limit: limit)
    let ofUserStore = try userEntries(position.userStore, limit)
    let isComplete = ofCatalog.count < limit && ofUserStore.count < limit
    var batch = ChangeBatch(changes: [], position: position, origin: origin, isComplete: isComplete)
    for entry in merged(ofCatalog, ofUserStore) {
      batch.position.catalog = entry.catalog ?? batch.position.catalog
      batch.position.userStore = entry.userStore ?? batch.position.userStore
      guard var change = entry.change else { continue }
      change.position = batch.position
      batch.changes.append(change)
    }
    if isComplete { batch.origin = batch.position.catalog }
    return batch
  }

  /// Merges both lists by time, keeping the order of each.
  private func merged(_ first: [Entry], _ second: [Entry]) -> [Entry] {
    var merged: [Entry] = []
    var rest = second[...]
    for entry in first {
      while let other = rest.first, other.at < entry.at {
        merged.append(other)
        rest.removeFirst()
      }
      merged.append(entry)
    }
    return merged + rest
  }

  private func catalogEntries(after position: Int64, origin: Int64, limit: Int) throws -> [Entry] {
    let start = position > logs.lastOfCatalog ? 0 : position
    let rows = try catalogRows(after: start, limit)
    // A component that several bundles declare has several rows but is reported once.
    let concerning = rows.filter { row in visibility.roots.map { !Set($0).isDisjoint(with: row.roots) } ?? true }
    let last = Dictionary(concerning.map { ($0.uri, $0.sequence) }, uniquingKeysWith: { _, later in later })
    return try rows.map { row in
      var entry = Entry(at: row.at, catalog: row.sequence)
      if row.kind == "reset" {
        entry.change = position == 0 ? nil : change(.reset, at: entry.at)
      } else if last[row.uri] == entry.catalog {
        entry.change = try registration(row.uri, since: origin, at: entry.at)
      }
      return entry
    }
  }

  /// A row of the catalog's log.
  private struct CatalogRow {
    var sequence: Int64
    var at: UTCTime
    var kind: String
    var uri: String
    var roots: [Int64]
  }

  private func catalogRows(after start: Int64, _ limit: Int) throws -> [CatalogRow] {
    let rows = try connection.rows(
      """
      SELECT sequence, at, kind, uri, roots FROM main.latest_change WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, [Value(start), Value(limit)])
    return try rows.compactMap { row in
      CatalogRow(
        sequence: try row.rowID("sequence"), at: try row.preciseTime("at"), kind: try row.text("kind"),
        uri: try row.text("uri"), roots: try row.rows("roots"))
    }
  }

  /// The change of a component from the point of view of the caller, whose directories determine which components
  /// exist.
  private func registration(_ uri: String, since origin: Int64, at: UTCTime) throws -> ComponentChange {
    guard let name = try visibleName(uri) else { return change(.removed, uri: uri, at: at) }
    return change(try wasThere(uri, at: origin) ? .changed : .added, uri: uri, name: name, at: at)
  }

  private func wasThere(_ uri: String, at origin: Int64) throws -> Bool {
    guard origin > 0 else { return false }
    return try connection.number(
      """
      SELECT EXISTS (
        SELECT 1 FROM main.latest_change
        WHERE uri = ?1 AND appeared <= ?2 AND NOT (kind = 'removed' AND sequence <= ?2))
      """, [Value(uri), Value(origin)]) == 1
  }

  /// The name of a component that the caller sees; nil if the caller doesn't see it.
  private func visibleName(_ uri: String) throws -> String? {
    let rows = try connection.rows(lookup, [Value(uri)])
    while let row = try rows.next() {
      if !visibility.shadowed.contains(try row.rowID("id")) { return try row.text("name") }
    }
    return nil
  }

  private func userEntries(_ position: Int64, _ limit: Int) throws -> [Entry] {
    guard let last = logs.lastOfUserStore else { return try deletedUserStore(position) }
    let rows = try connection.rows(
      """
      SELECT sequence, at, kind, uri, name FROM user.latest_change WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, [Value(position > last ? 0 : position), Value(limit)])
    return try rows.compactMap { try userEntry($0, since: position) }
  }

  private func userEntry(_ row: Row, since position: Int64) throws -> Entry {
    var entry = Entry(at: try row.preciseTime("at"), userStore: try row.rowID("sequence"))
    guard let kind = ComponentChange.Kind(rawValue: try row.text("kind")), kind != .reset || position > 0 else {
      return entry
    }
    let (uri, label) = (try row.text("uri"), try row.text("name"))
    entry.change = change(
      kind, uri: uri.isEmpty ? nil : uri, name: uri.isEmpty ? nil : try visibleName(uri),
      label: label.isEmpty ? nil : label, at: entry.at)
    return entry
  }

  /// The entry for a user store that is gone: followers must forget its contents.
  private func deletedUserStore(_ position: Int64) throws -> [Entry] {
    guard position > 0 else { return [] }
    let rows = try connection.rows("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now")
    return try rows.next().map { row in
      let now = try row.preciseTime("now")
      return [Entry(at: now, change: change(.reset, at: now), userStore: 0)]
    } ?? []
  }

  /// A change whose position is not known yet.
  private func change(
    _ kind: ComponentChange.Kind, uri: String? = nil, name: String? = nil, label: String? = nil, at: UTCTime
  ) -> ComponentChange {
    ComponentChange(kind, uri: uri, name: name, label: label, time: at, position: .beginning)
  }
}
