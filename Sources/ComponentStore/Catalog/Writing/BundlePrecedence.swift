internal import SQLite

/// The columns that depend on other bundles: whether several declare a plugin (`component.rival`), and what the public views
/// show (`bundle.place`, `component.shown`).
///
/// Every transaction that changes plugins, or the directories that lead to bundles, updates them. ``Visibility`` has the same
/// rule for the directories of any caller.
struct BundlePrecedence {
  let connection: Connection

  /// The first place of a bundle's directories; NULL if none has one.
  private static let place =
    "(SELECT min(r.place) FROM bundle_root AS x JOIN root AS r ON r.id = x.root WHERE x.bundle = bundle.id)"

  /// Whether several bundles declare a component's URI.
  private static let isRival = "(SELECT count(*) > 1 FROM component AS o WHERE o.uri = component.uri)"

  /// Whether a component goes before all others with its URI.
  private static let isShown = """
    (component.id IS (
      SELECT o.id FROM component AS o JOIN bundle AS b ON b.id = o.bundle
      WHERE o.uri = component.uri AND b.place IS NOT NULL
      ORDER BY o.version_minor DESC, o.version_micro DESC, b.place, b.path LIMIT 1))
    """

  /// Whether one of these columns has a wrong value.
  private static let isMisplaced = "place IS NOT \(place)"
  private static let isWrong = "(rival <> \(isRival) OR shown <> \(isShown))"

  /// Updates everything after the places of directories have changed.
  func updateAll() throws {
    try connection.run("UPDATE bundle SET place = \(Self.place) WHERE \(Self.isMisplaced)")
    try updateComponents("TRUE")
  }

  /// Updates a bundle and its plugins after other directories lead to it.
  func update(bundle row: Int64) throws {
    try connection.run("UPDATE bundle SET place = \(Self.place) WHERE id = ? AND \(Self.isMisplaced)", [Value(row)])
    try updateComponents("uri IN (SELECT uri FROM component WHERE bundle = ?)", [Value(row)])
  }

  /// Updates the plugins with a URI after one of them was added, changed or removed.
  func update(uri: String) throws { try updateComponents("uri = ?", [Value(uri)]) }

  private func updateComponents(_ scope: String, _ values: [Value] = []) throws {
    try connection.run(
      "UPDATE component SET rival = \(Self.isRival), shown = \(Self.isShown) WHERE \(scope) AND \(Self.isWrong)", values
    )
  }

  /// Whether the columns of a bundle and of its plugins are right.
  func isRight(bundle row: Int64) throws -> Bool {
    try connection.number(
      """
      SELECT EXISTS (SELECT 1 FROM bundle WHERE id = ?1 AND \(Self.isMisplaced))
        OR EXISTS (SELECT 1 FROM component WHERE bundle = ?1 AND \(Self.isWrong))
      """, [Value(row)]) == 0
  }
}
