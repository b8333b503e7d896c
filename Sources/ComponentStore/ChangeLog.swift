internal import GRDB

/// Writes what has happened to components into the catalog's log, for those who follow it.
///
/// The log keeps the last change of each component of each bundle. Writers of a file come one after the other, so its
/// numbers are in the order of the commits.
enum ChangeLog {
  /// Notes a change, in place of the component's last one.
  static func record(
    _ kind: PluginWriter.Change, _ uri: String, bundle: String, generation: Int64, _ connection: Database
  ) throws {
    let key = [value(uri), value(bundle)]
    let before = try connection.row(
      "SELECT kind, generation, appeared, roots FROM latest_change WHERE uri = ? AND bundle = ?", key)
    // What a scan adds and then finds presets for is added.
    let isNew = before?.text(0) == "added" && before?[1] == generation
    let kind = kind == .changed && isNew ? .added : kind
    try connection.run(
      """
      INSERT OR REPLACE INTO latest_change (generation, at, kind, uri, bundle, appeared, roots)
      VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?)
      """,
      [value(generation), value(kind.rawValue)] + key
        + [value(before?.integer(2) ?? 0), value(rows: try roots(of: bundle, before, connection))])
    guard kind == .added else { return }
    try connection.run("UPDATE latest_change SET appeared = sequence WHERE uri = ? AND bundle = ?", key)
  }

  /// The roots that lead to the bundle now, and those that did when its last change was noted: who looks through those has
  /// to hear of it too.
  private static func roots(of bundle: String, _ before: Row?, _ connection: Database) throws -> [Int64] {
    let present = try Int64.fetchAll(
      connection.cachedStatement(
        sql: "SELECT r.root FROM bundle_root AS r JOIN bundle AS b ON b.id = r.bundle WHERE b.path = ?"),
      arguments: [bundle])
    return Set(present + (before?.rowList(3) ?? [])).sorted()
  }
}
