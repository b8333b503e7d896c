package import ComponentModel
package import ComponentQuery
package import SQLite

/// Resolves `in "name"` in a user store: to the saved search with that name, else to the components of the collection
/// with that name.
package struct SearchNames {
  private let connection: Connection
  private let rules: any TextRules
  private let schema: String
  private let store: UserRows
  private let cache = Cache()

  /// The saved searches by key, once read; nil for one that can't be a search, which another program wrote.
  private final class Cache {
    var searches: [String: SavedSearch?]?
  }

  /// Resolves names in the store that a connection has opened, or attached as `schema`.
  package init(_ connection: Connection, rules: any TextRules, schema: String = "main") {
    self.connection = connection
    self.rules = rules
    self.schema = schema
    store = UserRows(connection, schema: schema)
  }

  /// The predicate with its names resolved.
  ///
  /// - Throws: `InvalidPredicate` for an unknown name, and for searches that form a cycle.
  package func resolved(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    try predicate.resolved(key: rules.tagKey) { name in
      if let search = try search(key(name)) { return try parsed(search) }
      if let members = try members(key(name)) { return members }
      throw try unknown(name)
    }
  }

  /// The key by which names are compared.
  func key(_ name: String) -> String { rules.tagKey(name) }

  /// The saved search with a key.
  ///
  /// - Throws: `InvalidPredicate` for one whose name or predicate can't be used.
  func search(_ key: String) throws -> SavedSearch? {
    let known = try cache.searches ?? readSearches()
    cache.searches = known
    guard let search = known[key] else { return nil }
    guard let search else {
      throw InvalidPredicate("the saved search `\(key)` has a name or predicate that can't be used")
    }
    return search
  }

  private func readSearches() throws -> [String: SavedSearch?] {
    var searches: [String: SavedSearch?] = [:]
    try store.read(.search) { row in searches.updateValue(try Self.search(row), forKey: try row.text("key")) }
    return searches
  }

  /// All valid saved searches, ordered by key.
  func searches() throws -> [SavedSearch] {
    var searches: [(key: String, search: SavedSearch)] = []
    try store.read(.search) { row in
      if let search = try Self.search(row) { searches.append((key: try row.text("key"), search: search)) }
    }
    return searches.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.search)
  }

  /// Whether there is a collection with a key.
  func hasCollection(_ key: String) throws -> Bool {
    try connection.number(
      "SELECT count(*) FROM \(schema).label NOT INDEXED WHERE kind = 'collection' AND key = ?", [Value(key)]) != 0
  }

  /// The saved search with a name, for the check of saved searches; nil for a collection.
  ///
  /// - Throws: `InvalidPredicate` for an unknown name.
  func node(_ name: String, _ key: String) throws -> SavedSearchCheck.Search? {
    if let search = try search(key) {
      return SavedSearchCheck.Search(name: search.name, uses: try parsed(search).savedNames)
    }
    guard try hasCollection(key) else { throw try unknown(name) }
    return nil
  }

  /// - Throws: `InvalidPredicate` without a column, because the user typed only the name.
  private func parsed(_ search: SavedSearch) throws -> ComponentPredicate {
    do throws(InvalidPredicate) {
      return try search.parsed(rules)
    } catch {
      throw InvalidPredicate("the saved search `\(search.name)` is not a predicate: \(error)")
    }
  }

  /// The error for an unknown name, with the nearest known one.
  private func unknown(_ name: String) throws -> InvalidPredicate {
    let collections = try connection.texts(
      "SELECT name FROM \(schema).label NOT INDEXED WHERE kind = 'collection' ORDER BY key")
    return Self.unknown(name, among: try searches().map(\.name) + collections)
  }

  /// The error for an unknown name, with the nearest known one.
  package static func unknown(_ name: String, among known: [String]) -> InvalidPredicate {
    let shown = name.count > 40 ? "\(name.prefix(39))…" : name
    let near = nearest(to: name, in: known)
    var error = InvalidPredicate("there is no saved search or collection `\(shown)`", suggestion: near)
    if near == nil { error.remedy = "create it, or name another" }
    error.isUnknownName = true
    return error
  }

  /// The predicate for membership in the collection with a key; nil if there is none. Nothing matches that of an empty
  /// collection.
  private func members(_ key: String) throws -> ComponentPredicate? {
    guard try hasCollection(key) else { return nil }
    let uris = try connection.texts(
      """
      SELECT x.uri FROM \(schema).label AS l NOT INDEXED CROSS JOIN \(schema).labelled AS x ON x.label = l.id
      WHERE l.kind = 'collection' AND l.key = ? ORDER BY x.uri
      """, [Value(key)])
    // The language has no empty set.
    if uris.isEmpty { return .constant(false) }
    return .comparison(Comparison(key: .uri, operator: .in, value: .set(uris.map { .text($0) })))
  }

  /// - Returns: nil if the stored search is invalid.
  private static func search(_ row: Row) throws -> SavedSearch? {
    let (name, predicate) = (try row.text("name"), try row.text("predicate"))
    return try? SavedSearch(name, predicate: predicate)
  }
}

extension SavedSearch {
  /// The search's predicate.
  ///
  /// - Throws: `InvalidPredicate` with the column at which the text is invalid.
  package func parsed(_ rules: any TextRules) throws(InvalidPredicate) -> ComponentPredicate {
    try ComponentPredicate(parsing: predicate, rules: rules)
  }
}
