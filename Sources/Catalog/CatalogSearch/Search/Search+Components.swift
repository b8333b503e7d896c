internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Turns rows into results: URIs, or components with their tags, in order.
extension Search {
  /// The URIs of the first rows that pass a plan, in row order.
  func uris(_ plan: SearchPlan, limit: Int) throws -> [String] {
    try state.connection.texts(
      "SELECT c.uri FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value",
      [Value(rows: try matches(plan, limit: limit))])
  }

  /// The components of rows, in the same order.
  func components(_ rows: some Collection<Int64>) throws -> [Component] {
    var components: [Component] = []
    components.reserveCapacity(rows.count)
    let reader = self.rows
    let found = try state.connection.rows(
      """
      SELECT \(reader.columns) FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value
      CROSS JOIN bundle AS b ON b.id = c.bundle
      """, [Value(rows: Array(rows))])
    while let row = try found.next() { components.append(try reader.component(row)) }
    try reader.addTags(to: &components, state.connection)
    return components
  }

  /// The first rows by name in the caller's collation, then by URI; they are returned in any order.
  func firstByName(_ rows: [Int64], limit: Int) throws -> [Int64] {
    guard rows.count > limit else { return rows }
    var names: [String] = []
    var named: [(uri: String, row: Int64)] = []
    let found = try state.connection.rows(
      """
      SELECT c.id, \(self.rows.naming.nameExpression) AS name, c.uri
      FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value
      """, [Value(rows: rows)])
    while let row = try found.next() {
      names.append(try row.text("name"))
      named.append((uri: try row.text("uri"), row: try row.rowID("id")))
    }
    let keys = state.view.rules.sortKeys(of: names)
    let order = named.indices.sorted { a, b in
      keys[a] == keys[b] ? named[a].uri < named[b].uri : keys[a].lexicographicallyPrecedes(keys[b])
    }
    return order.prefix(limit).map { named[$0].row }
  }

  /// Sorts components by name in the caller's collation, then by URI.
  func sorted(_ components: [Component]) -> [Component] {
    // Sort indices, because components are too large to move often.
    let keys = rows.rules.sortKeys(of: components.map(\.name))
    let order = components.indices.sorted { a, b in
      keys[a] == keys[b] ? components[a].uri < components[b].uri : keys[a].lexicographicallyPrecedes(keys[b])
    }
    return order.map { components[$0] }
  }

  func quarantined(_ predicate: ComponentPredicate) throws -> [QuarantinedBundle] {
    let prepared = try PreparedPredicate(predicate, rules: self.rows.rules)
    let reader = QuarantineReader(connection: state.connection, visibility: self.rows.visibility)
    return try reader.bundles().filter { try prepared.matches($0) }
  }
}
