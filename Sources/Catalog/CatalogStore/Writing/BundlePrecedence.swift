internal import SQLite

/// The columns that depend on other bundles: whether several declare a plugin (`component.rival`), and what the public
/// views show (`bundle.place`, `component.shown`).
///
/// Every transaction that changes plugins, or the directories that lead to bundles, updates them. ``Visibility`` has
/// the same rule for the directories of any caller.
struct BundlePrecedence {
  let connection: Connection

  /// The first place of a bundle's directories; NULL if none has one.
  private static let place =
    "(SELECT min(r.place) FROM bundle_root AS x JOIN root AS r ON r.id = x.root WHERE x.bundle = bundle.id)"

  private static let isMisplaced = "place IS NOT \(place)"

  /// The component with a URI that precedes all others; NULL if none has a place.
  private static func first(_ uri: String) -> String {
    """
    (SELECT o.id FROM component AS o JOIN bundle AS b ON b.id = o.bundle WHERE o.uri = \(uri) AND b.place IS NOT NULL
     ORDER BY o.version_minor DESC, o.version_micro DESC, b.place, b.path LIMIT 1)
    """
  }

  /// Updates everything after the places of directories have changed.
  func updateAll() throws {
    try connection.run("UPDATE bundle SET place = \(Self.place) WHERE \(Self.isMisplaced)")
    try connection.run(
      """
      UPDATE component SET shown = ranked.is_first
      FROM (
        SELECT c.id, b.place IS NOT NULL AND row_number() OVER (
          PARTITION BY c.uri
          ORDER BY b.place IS NULL, c.version_minor DESC, c.version_micro DESC, b.place, b.path) = 1 AS is_first
        FROM component AS c JOIN bundle AS b ON b.id = c.bundle) AS ranked
      WHERE ranked.id = component.id AND component.shown <> ranked.is_first
      """)
  }

  /// Updates a bundle and its plugins after the directories that lead to it have changed.
  func update(bundle row: Int64) throws {
    try connection.run("UPDATE bundle SET place = \(Self.place) WHERE id = ? AND \(Self.isMisplaced)", [Value(row)])
    for uri in try connection.texts("SELECT uri FROM component WHERE bundle = ?", [Value(row)]) { try update(uri: uri) }
  }

  /// Updates the plugins with a URI after one of them was added, changed or removed.
  ///
  /// The values are computed once, not for each plugin: hundreds of copies of a bundle may be on a search path.
  func update(uri: String) throws {
    let count = try connection.number("SELECT count(*) FROM component WHERE uri = ?", [Value(uri)]) ?? 0
    let first = try connection.number("SELECT \(Self.first("?"))", [Value(uri)])
    try connection.run(
      """
      UPDATE component SET rival = ?2, shown = (id IS ?3) WHERE uri = ?1 AND (rival <> ?2 OR shown <> (id IS ?3))
      """, [Value(uri), Value(count > 1), first.map { Value($0) } ?? .null])
  }

  /// Whether the columns of a bundle and of its plugins are right.
  func isRight(bundle row: Int64) throws -> Bool {
    try connection.number(
      """
      SELECT EXISTS (SELECT 1 FROM bundle WHERE id = ?1 AND \(Self.isMisplaced))
        OR EXISTS (
          SELECT 1 FROM component AS c WHERE c.bundle = ?1
            AND (c.rival <> (SELECT count(*) > 1 FROM component AS o WHERE o.uri = c.uri)
              OR c.shown <> (c.id IS \(Self.first("c.uri")))))
      """, [Value(row)]) == 0
  }
}

/// The directories whose bundles the public views show.
///
/// They are those of the default search path, because the views can't know the `LV2_PATH` of the program that reads
/// them. If none of those has a bundle, they are all directories.
struct RootPlaces {
  let connection: Connection

  /// Stores the places that differ.
  ///
  /// - Parameters:
  ///   - defaults: the default search path in order, as canonical paths.
  ///   - scanned: the directories of this scan in order, as canonical paths.
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
