internal import GRDB

/// Writes what has happened to components into the catalog's log, for those who follow it.
///
/// The log keeps the last change of each component of each bundle. Writers of a file come one after the other, so its
/// numbers are in the order of the commits.
struct ChangeLog {
  private let connection: Database
  private let generation: Int64

  /// A log for one scan.
  init(_ connection: Database, generation: Int64) {
    self.connection = connection
    self.generation = generation
  }

  /// Notes a change, in place of the component's last one.
  func record(_ kind: PluginWriter.Change, _ uri: String, bundle: String) throws {
    let former = try former(uri, bundle: bundle)
    // What a scan adds and then finds presets for is added.
    let isCoalesced = former.kind == "added" && former.generation == generation
    // Other roots lead to it than before: for those who look through them it is new.
    let isMove = kind == .added && former.kind != nil && former.kind != "removed" && !isCoalesced
    let noted = kind == .changed && isCoalesced ? .added : kind
    let roots = Set(try roots(of: bundle) + former.roots).sorted()
    try connection.run(
      "DELETE FROM latest_change WHERE uri = ?1 AND (bundle = ?2 OR kind = 'removed')", [value(uri), value(bundle)])
    try connection.run(
      """
      INSERT INTO latest_change (generation, at, kind, uri, bundle, appeared, roots)
      VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?)
      """,
      [
        value(generation), value(noted.rawValue), value(uri), value(bundle), value(former.appeared ?? 0),
        value(rows: roots),
      ])
    guard noted == .added, former.appeared == nil || isMove else { return }
    try connection.run(
      "UPDATE latest_change SET appeared = sequence WHERE uri = ? AND bundle = ?", [value(uri), value(bundle)])
  }

  /// What the log has of a component: of this bundle, and of bundles that are gone, whose rows the new one replaces.
  private struct Former {
    var kind: String?
    var generation: Int64?
    /// Nil where the component was not there.
    var appeared: Int64?
    var roots: [Int64] = []
  }

  private func former(_ uri: String, bundle: String) throws -> Former {
    var former = Former()
    let rows = try connection.rows(
      """
      SELECT kind, generation, appeared, roots, bundle = ?2 FROM latest_change
      WHERE uri = ?1 AND (bundle = ?2 OR kind = 'removed')
      """, [value(uri), value(bundle)])
    while let row = try rows.next() {
      former.roots += row.rowList(3)
      if row.flag(4) { (former.kind, former.generation) = (row.text(0), row[1]) }
      // A component that a scan finds in another place than before has been there all the time.
      let isHere = row.text(0) != "removed" || row[1] == generation
      if isHere { former.appeared = min(former.appeared ?? .max, row[2]) }
    }
    return former
  }

  /// The roots that lead to the bundle now. To those the ones are added that did when its last change was noted: who looks
  /// through those has to hear of it too.
  private func roots(of bundle: String) throws -> [Int64] {
    try Int64.fetchAll(
      connection.cachedStatement(
        sql: "SELECT r.root FROM bundle_root AS r JOIN bundle AS b ON b.id = r.bundle WHERE b.path = ?"),
      arguments: [bundle])
  }
}
