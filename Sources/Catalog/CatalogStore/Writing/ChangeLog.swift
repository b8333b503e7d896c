internal import StoreFiles
internal import SQLite

/// Writes changes of components to the catalog's change log.
///
/// The log keeps the last change of each component in each bundle. SQLite serializes writers, so its
/// sequence numbers are in commit order.
struct ChangeLog {
  let connection: Connection
  /// The generation of the scan that writes the log.
  let generation: Int64

  /// Records a change, replacing the component's last one.
  ///
  /// - Parameter gone: the component's last description, if it is removed.
  func record(_ kind: PluginWriter.Change, _ uri: String, bundle: String, gone: GoneComponent? = nil) throws {
    let former = try former(uri, bundle: bundle)
    // A component that the same scan added stays `added`, even if it then finds presets for it.
    let isCoalesced = former.kind == "added" && former.generation == generation
    // The component's roots have changed: it is new for callers with the new roots.
    let isMove = kind == .added && former.kind != nil && former.kind != "removed" && !isCoalesced
    let noted = kind == .changed && isCoalesced ? .added : kind
    let roots = Set(try roots(of: bundle) + former.roots).sorted()
    try connection.run(
      "DELETE FROM latest_change WHERE uri = ?1 AND (bundle = ?2 OR kind = 'removed')", [Value(uri), Value(bundle)])
    try connection.run(
      """
      INSERT INTO latest_change (generation, at, kind, uri, bundle, appeared, roots, name, tags)
      VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(generation), Value(noted.rawValue), Value(uri), Value(bundle), Value(former.appeared ?? 0),
        Value(rows: roots), Value(gone?.name), Value(gone?.tags),
      ])
    guard noted == .added, former.appeared == nil || isMove else { return }
    try connection.run(
      "UPDATE latest_change SET appeared = sequence WHERE uri = ? AND bundle = ?", [Value(uri), Value(bundle)])
  }

  /// A component's rows in the log: of this bundle, and of removed bundles, whose rows the new one replaces.
  private struct Former {
    var kind: String?
    var generation: Int64?
    /// Nil if the component did not exist.
    var appeared: Int64?
    var roots: [Int64] = []
  }

  private func former(_ uri: String, bundle: String) throws -> Former {
    var former = Former()
    let rows = try connection.rows(
      """
      SELECT kind, generation, appeared, roots, bundle = ?2 AS is_here FROM latest_change
      WHERE uri = ?1 AND (bundle = ?2 OR kind = 'removed')
      """, [Value(uri), Value(bundle)])
    while let row = try rows.next() {
      former.roots += try row.rows("roots")
      let (kind, generation) = (try row.text("kind"), try row.rowID("generation"))
      if try row.flag("is_here") { (former.kind, former.generation) = (kind, generation) }
      // A component that has only moved has existed all the time.
      let isThere = kind != "removed" || generation == self.generation
      if isThere { former.appeared = min(former.appeared ?? .max, try row.rowID("appeared")) }
    }
    return former
  }

  /// The roots that lead to the bundle now. A change is recorded with those of the last one, too, whose callers must
  /// learn of it.
  private func roots(of bundle: String) throws -> [Int64] {
    try connection.numbers(
      "SELECT r.root FROM bundle_root AS r JOIN bundle AS b ON b.id = r.bundle WHERE b.path = ?", [Value(bundle)])
  }
}

/// The facts that the log keeps about a component that a scan removes.
struct GoneComponent {
  let uri: String
  let name: String
  /// The JSON array of the identifiers of its tags.
  let tags: String

  /// The components that satisfy a condition on `component AS c`; read them before they are deleted.
  static func all(where condition: String, _ argument: Int64, on connection: Connection) throws -> [GoneComponent] {
    let rows = try connection.rows(
      """
      SELECT c.uri, c.name, (
        SELECT json_group_array(DISTINCT t.identifier) FROM component_tag AS x JOIN tag AS t ON t.id = x.tag
        WHERE x.component = c.id) AS tags
      FROM component AS c WHERE \(condition)
      """, [Value(argument)])
    return try rows.compactMap { row in
      GoneComponent(uri: try row.text("uri"), name: try row.text("name"), tags: try row.text("tags"))
    }
  }
}
