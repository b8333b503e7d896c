internal import StoreFiles
internal import SQLite

/// Writes changes to user data into the user store's change log: the last change of each kind for each plugin and name.
///
/// Belongs to one transaction.
final class UserChangeLog {
  private let connection: Connection
  private var hasBegun = false

  init(_ connection: Connection) { self.connection = connection }

  /// Called before the first change of the transaction.
  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try LogNumbers.catchUp(connection)
  }

  /// Records that a component got a label or is about to lose it.
  func record(label: Int64, uri: String) throws {
    try record("?2, \(Self.name) FROM label AS l WHERE l.id = ?1", [Value(label), Value(uri)])
  }

  /// Records that a collection was created or is about to be deleted; ignores other labels.
  func record(collection label: Int64) throws {
    try record("'', l.name FROM label AS l WHERE l.id = ?1 AND l.kind = 'collection'", [Value(label)])
  }

  /// Records a change to a label for every component that has it.
  func record(everythingWith label: Int64) throws {
    try record(
      "x.uri, \(Self.name) FROM label AS l JOIN labelled AS x ON x.label = l.id WHERE l.id = ?1", [Value(label)])
    try record(collection: label)
  }

  /// Records a change to every label of a component.
  func record(labelsOf uri: String) throws {
    try record(
      "x.uri, \(Self.name) FROM label AS l JOIN labelled AS x ON x.label = l.id WHERE x.uri = ?1", [Value(uri)])
  }

  /// Records that a component's tags have changed.
  func record(tagsOf uri: String) throws { try record("tags", uri: uri) }

  /// Records that a saved search has changed or was deleted.
  func record(search name: String) throws { try record("search", name: name) }

  /// Records that everything is about to be deleted.
  func recordEverything() throws {
    try record("x.uri, \(Self.name) FROM label AS l JOIN labelled AS x ON x.label = l.id", [])
    try record("'', l.name FROM label AS l WHERE l.kind = 'collection'", [])
    for name in try connection.texts("SELECT name FROM saved_search") { try record(search: name) }
  }

  /// Records that everything may have changed.
  func recordReset() throws { try record("reset") }

  private static let insertion = "INSERT OR REPLACE INTO latest_change (at, kind, uri, name)"
  private static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
  /// The name of a collection; empty for other labels.
  private static let name = "CASE l.kind WHEN 'collection' THEN l.name ELSE '' END"

  /// - Parameter rest: the rest of a SELECT: the columns `uri` and `name`, and their source, with a table `label AS l`.
  private func record(_ rest: String, _ values: [Value]) throws {
    try begin()
    try connection.run(
      "\(Self.insertion) SELECT \(Self.now), CASE l.kind WHEN 'tag' THEN 'tags' ELSE l.kind END, \(rest)", values)
  }

  private func record(_ kind: String, uri: String = "", name: String = "") throws {
    try begin()
    try connection.run(
      "\(Self.insertion) VALUES (\(Self.now), ?, ?, ?)", [Value(kind), Value(uri), Value(name)])
  }
}
