internal import ComponentModel
internal import SQLite

/// Saved searches of a damaged user store; none if its schema lacks them.
extension UserStoreSalvage {
  var searches: [SavedSearch] {
    var found: [Int64: SavedSearch] = [:]
    func read(_ clause: String) {
      readable("SELECT \(columns(.search)) FROM saved_search NOT INDEXED \(clause)") { row in
        guard isSound(row, .search) != false, let id = try? row.rowID("id"), let search = search(row) else { return }
        found[id] = search
      }
    }
    for order in ["id", "id DESC"] { read("ORDER BY \(order)") }
    for row in searchRows where found[row] == nil { read("WHERE id = \(row)") }
    if !complete.contains(.search) || scattered.contains(.search) {
      for row in pages.rows[.search] ?? [] {
        guard let id = row[0].number, found[id] == nil, let name = row[1].text, let predicate = row[3].text else {
          continue
        }
        found[id] = try? SavedSearch(name, predicate: predicate)
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The rows that are in the index.
  private var searchRows: Set<Int64> {
    var found: Set<Int64> = []
    for order in ["key", "key DESC"] {
      readable("SELECT id FROM saved_search INDEXED BY sqlite_autoindex_saved_search_1 ORDER BY \(order)") { row in
        if let id = try? row.rowID("id") { found.insert(id) }
      }
    }
    return found
  }

  /// A search is trusted if its key matches its name and its digest matches both.
  private func search(_ row: Row) -> SavedSearch? {
    guard let name = try? row.text("name"), let key = try? row.text("key"),
      let predicate = try? row.text("predicate"), let digest = try? row.optionalBits("digest"),
      let search = try? SavedSearch(name, predicate: predicate), rules.tagKey(search.name) == key,
      search.digest(key) == digest
    else { return nil }
    return search
  }
}
