internal import SQLite

/// A connection's cache of the user store; see ``CatalogCache``.
///
/// Its sets hold rows of the catalog, so it is valid only together with the same state of that.
final class UserStoreCache {
  private let connection: Connection
  let version: Int64
  let labels: UserLabels
  private var tagRows: [TagRow]?
  /// Few, so an array is cheaper than a dictionary, whose type is instantiated at run time.
  private var labelSets: [(label: Int64, set: ComponentSet)] = []

  init(_ connection: Connection, isAttached: Bool, version: Int64) throws {
    self.connection = connection
    self.version = version
    labels = try UserLabels(connection, isAttached: isAttached)
  }

  /// Every tag of the user.
  func tags() throws -> [TagRow] {
    if let tagRows { return tagRows }
    let tags = try labels.tags(connection)
    tagRows = tags
    return tags
  }

  /// The components that have a label.
  func components(with label: Int64) throws -> ComponentSet {
    if let known = labelSets.first(where: { $0.label == label }) { return known.set }
    let rows = try connection.rows(
      """
      SELECT c.id FROM user.labelled AS x CROSS JOIN component AS c INDEXED BY component_by_uri ON c.uri = x.uri
      WHERE x.label = ?
      """, [Value(label)])
    let set = try ComponentSet(rows: rows)
    labelSets.append((label: label, set: set))
    return set
  }
}
