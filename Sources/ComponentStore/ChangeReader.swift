public import ComponentModel
internal import GRDB

/// Changes of both stores that follow a position, and where they end.
public struct ChangeBatch: Sendable {
  /// In the order of their commits within a store, and by time between the two.
  public var changes: [ComponentChange]
  /// Where to go on.
  public var position: ChangePosition
  /// The catalog's number at which the caller knew everything, for the next batch.
  public var origin: Int64
  /// Whether nothing more had been committed.
  public var isComplete: Bool
}

extension Catalog {
  /// The position after the last change.
  public func changePosition() throws -> ChangePosition {
    try read { connection in
      try ChangeLogs(connection, hasUserStore: hasUserStore).position
    }
  }

  /// The changes after a position that a caller is told of.
  ///
  /// - Parameters:
  ///   - origin: the catalog's number at which the caller knew everything; what has appeared since is `added`, even where it
  ///     has changed since.
  ///   - limit: at most so many rows of each log are read.
  public func changes(
    after position: ChangePosition, origin: Int64, view: CatalogView, limit: Int
  ) throws -> ChangeBatch {
    try read { connection in
      let logs = try ChangeLogs(connection, hasUserStore: hasUserStore)
      // Asked often, and nearly always there is nothing.
      if position == logs.position {
        return ChangeBatch(changes: [], position: position, origin: position.catalog, isComplete: true)
      }
      let reader = try ChangeReader(connection, view, logs)
      return try reader.changes(after: position, origin: origin, limit: limit)
    }
  }
}

/// The last numbers of the logs of both stores.
private struct ChangeLogs {
  let lastOfCatalog: Int64
  /// Nil where there is no user store, or one without a log.
  let lastOfUserStore: Int64?

  /// The position after the last change.
  var position: ChangePosition { ChangePosition(catalog: lastOfCatalog, userStore: lastOfUserStore ?? 0) }

  init(_ connection: Database, hasUserStore: Bool) throws {
    let last = "sqlite_sequence WHERE name = 'latest_change'"
    lastOfCatalog = try connection.number("SELECT seq FROM main.\(last)") ?? 0
    // A store of an older schema is read as it is, and may have no such table at all.
    let hasLog =
      try hasUserStore
      && connection.number("SELECT EXISTS (SELECT 1 FROM user.sqlite_schema WHERE name = 'latest_change')") == 1
    lastOfUserStore = hasLog ? try connection.number("SELECT seq FROM user.\(last)") ?? 0 : nil
  }
}

/// Reads the logs of both stores in one transaction.
private struct ChangeReader {
  private let connection: Database
  private let visibility: Visibility
  private let lookup: String
  private let logs: ChangeLogs

  init(_ connection: Database, _ view: CatalogView, _ logs: ChangeLogs) throws {
    self.connection = connection
    self.logs = logs
    visibility = try Visibility(connection, roots: view.roots())
    let condition = visibility.lookup(on: "c.bundle").map { " AND \($0)" } ?? ""
    lookup = "SELECT c.id, \(view.naming.nameExpression) FROM component AS c WHERE c.uri = ?\(condition)"
  }

  /// A row of a log before it is known whether and how the caller is told of it.
  private struct Entry {
    var at: String
    var change: ComponentChange?
    var catalog: Int64?
    var userStore: Int64?
  }

  func changes(after position: ChangePosition, origin: Int64, limit: Int) throws -> ChangeBatch {
    // Who is further than the log has followed another catalog.
    let origin = position.catalog > logs.lastOfCatalog ? 0 : origin
    let ofCatalog = try catalogEntries(position.catalog, origin, limit)
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

  /// Both lists by time, each in its own order.
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

  private func catalogEntries(_ position: Int64, _ origin: Int64, _ limit: Int) throws -> [Entry] {
    let start = position > logs.lastOfCatalog ? 0 : position
    let rows = try Row.fetchAll(
      connection.cachedStatement(
        sql: """
          SELECT sequence, at, kind, uri, roots FROM main.latest_change WHERE sequence > ? ORDER BY sequence LIMIT ?
          """), arguments: [start, limit])
    // A component that several bundles declare has several rows, and is told of once.
    let concerning = rows.filter { concernsCaller($0.rowList(4)) }.map { (uri: $0.text(3), sequence: $0[0] as Int64) }
    let last = Dictionary(concerning.map { ($0.uri, $0.sequence) }, uniquingKeysWith: { _, later in later })
    return try rows.map { row in
      var entry = Entry(at: row.text(1), catalog: row[0])
      if row.text(2) == "reset" {
        entry.change = position == 0 ? nil : change(.reset, at: entry.at)
      } else if last[row.text(3)] == entry.catalog {
        entry.change = try registration(row.text(3), since: origin, at: entry.at)
      }
      return entry
    }
  }

  private func concernsCaller(_ roots: [Int64]) -> Bool {
    visibility.roots.map { own in roots.contains { own.contains($0) } } ?? true
  }

  /// What the change of a component is to the caller, whose directories decide what is there.
  private func registration(_ uri: String, since origin: Int64, at: String) throws -> ComponentChange {
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
      """, [value(uri), value(origin)]) == 1
  }

  /// The name of a component that the caller sees; nil where the caller sees none.
  private func visibleName(_ uri: String) throws -> String? {
    let rows = try connection.rows(lookup, [value(uri)])
    while let row = try rows.next() {
      if !visibility.shadowed.contains(row[0]) { return row.text(1) }
    }
    return nil
  }

  private func userEntries(_ position: Int64, _ limit: Int) throws -> [Entry] {
    guard let last = logs.lastOfUserStore else { return try deletedUserStore(position) }
    let rows = try Row.fetchAll(
      connection.cachedStatement(
        sql: """
          SELECT sequence, at, kind, uri, name FROM user.latest_change WHERE sequence > ? ORDER BY sequence LIMIT ?
          """), arguments: [position > last ? 0 : position, limit])
    return try rows.compactMap { row in
      var entry = Entry(at: row.text(1), userStore: row[0])
      guard let kind = ComponentChange.Kind(rawValue: row.text(2)), kind != .reset || position > 0 else { return entry }
      let uri = row.text(3)
      entry.change = change(
        kind, uri: uri.isEmpty ? nil : uri, name: uri.isEmpty ? nil : try visibleName(uri),
        label: row.text(4).isEmpty ? nil : row.text(4), at: entry.at)
      return entry
    }
  }

  /// Whoever knows of a store that is gone has to forget what was in it.
  private func deletedUserStore(_ position: Int64) throws -> [Entry] {
    guard position > 0 else { return [] }
    let now = try connection.texts("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')").first ?? ""
    return [Entry(at: now, change: change(.reset, at: now), userStore: 0)]
  }

  /// A change whose position is not known yet.
  private func change(
    _ kind: ComponentChange.Kind, uri: String? = nil, name: String? = nil, label: String? = nil, at: String
  ) -> ComponentChange {
    ComponentChange(kind, uri: uri, name: name, label: label, at: UTCTime(precise: at) ?? .epoch, position: .beginning)
  }
}
