internal import SQLite

/// The directories whose bundles the public views show.
///
/// Those of the default search path, because a program that reads the views has no `LV2_PATH` there. If none of them has a bundle,
/// all directories.
struct RootPlaces {
  let connection: Connection

  /// Stores the places that differ.
  ///
  /// - Parameters:
  ///   - defaults: the default search path, in order.
  ///   - scanned: the directories of this scan, in order.
  ///   Both by canonical path.
  func update(defaults: [String], scanned: [String]) throws {
    let roots = try connection.rows(
      "SELECT id, path, place, EXISTS (SELECT 1 FROM bundle_root WHERE root = root.id) AS is_used FROM root ORDER BY id"
    )
    var known: [(id: Int64, path: String, place: Int?)] = []
    var used: Set<String> = []
    while let row = try roots.next() {
      let path = try row.text("path")
      known.append((try row.rowID("id"), path, try row.optionalInteger("place")))
      if try row.flag("is_used") { used.insert(path) }
    }
    let places =
      used.isDisjoint(with: defaults) ? Self.places(scanned + known.map(\.path)) : Self.places(defaults)
    let moved = known.filter { $0.place != places[$0.path] }
    for root in moved {
      try connection.run("UPDATE root SET place = ? WHERE id = ?", [Value(places[root.path]), Value(root.id)])
    }
    if !moved.isEmpty { try BundlePrecedence(connection: connection).updateAll() }
  }

  private static func places(_ paths: [String]) -> [String: Int] {
    Dictionary(zip(paths, 0...)) { first, _ in first }
  }
}
