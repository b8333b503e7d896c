internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Changes saved searches within a transaction.
extension UserWriter {
  /// Saves a search.
  ///
  /// - Parameter replacing: whether to replace a search with the same name.
  /// - Returns: 1; 0 if it was already the same, or if another one is kept.
  func save(_ search: SavedSearch, replacing: Bool) throws -> Int {
    let key = rules.tagKey(search.name)
    let former = try storedName(key)
    let count = try replacing || former == nil ? writeSearch(search, key) : 0
    guard count > 0 else { return 0 }
    for name in Set([former, search.name].compactMap(\.self)) { try log.record(search: name) }
    saved.append(search)
    return 1
  }

  /// Writes a search.
  ///
  /// - Returns: 1; 0 if the store already has it.
  private func writeSearch(_ search: SavedSearch, _ key: String) throws -> Int {
    let present = try connection.number("SELECT id FROM saved_search WHERE key = ?", [Value(key)])
    let row = try present ?? (connection.number("SELECT max(id) FROM saved_search") ?? 0) &+ 1
    return try change(
      .search, where: "id = ?", [Value(row)],
      by: """
        INSERT INTO saved_search (id, name, key, predicate) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
        SET name = excluded.name, predicate = excluded.predicate
        WHERE name <> excluded.name OR predicate <> excluded.predicate
        """, with: [Value(row), Value(search.name), Value(key), Value(search.predicate)])
  }

  func deleteSearch(_ name: String) throws -> Int {
    let key = rules.tagKey(name)
    let former = try storedName(key)
    let count = try delete(.search, where: "key = ?", [Value(key)])
    if count > 0 {
      try log.record(search: former ?? name)
      gone.append(Gone(kind: .savedSearch, name: name, key: key))
    }
    return count
  }

  /// The saved search with a key; nil if there is none.
  func storedSearch(_ key: String) throws -> SavedSearch? {
    let rows = try connection.rows("SELECT name, predicate FROM saved_search WHERE key = ?", [Value(key)])
    return try rows.next().map { try SavedSearch(try $0.text("name"), predicate: try $0.text("predicate")) }
  }

  /// The name of a saved search as it was typed.
  private func storedName(_ key: String) throws -> String? {
    try connection.texts("SELECT name FROM saved_search WHERE key = ?", [Value(key)]).first
  }

  /// Checks that the changes don't break any saved search.
  ///
  /// - Parameter namingOne: whether an error names the search, because there may be many.
  /// - Throws: `InvalidPredicate` for a saved search that can't be used, `SavedSearchInUse` for a search or collection
  ///   that is gone but still used.
  func checkSearches(namingOne: Bool = false) throws {
    if saved.isEmpty && gone.isEmpty { return }
    let names = SearchNames(connection, rules: rules)
    var check = SavedSearchCheck(key: names.key, find: names.node)
    for search in saved {
      // A search may have been saved and then deleted.
      guard try names.search(names.key(search.name)) != nil else { continue }
      do {
        try check.check(search.name)
      } catch var error as InvalidPredicate where namingOne {
        error.message = "the saved search `\(search.name)` can't be used: \(error.message)"
        throw error
      }
    }
    if !gone.isEmpty { try checkUsers(names) }
  }

  private func checkUsers(_ names: SearchNames) throws {
    // Once a search is deleted, its name refers to the collection with the same name, as before the search was saved.
    let missing = try gone.filter { try names.search($0.key) == nil && !names.hasCollection($0.key) }
    guard !missing.isEmpty else { return }
    var users: [String: [String]] = [:]
    for search in try names.searches() {
      // An invalid search was already invalid before.
      let used = (try? search.parsed(rules))?.savedNames.map(names.key) ?? []
      for key in Set(used) { users[key, default: []].append(search.name) }
    }
    for gone in missing {
      if let users = users[gone.key] { throw SavedSearchInUse(gone.kind, gone.name, users: users) }
    }
  }
}
