internal import ComponentModel
internal import GRDB

/// Use counts of a damaged user store; none where its schema has none.
extension UserStoreSalvage {
  var uses: [UseCount] {
    var found: [Key: UseCount] = [:]
    for order in ["uri, source", "uri DESC, source DESC"] {
      readable("SELECT uri, source, count, last_used FROM use_count ORDER BY \(order)") { row in
        guard let use = use(row) else { return }
        let key = Key(uri: use.uri, source: use.source)
        found[key] = found[key]?.joined(use) ?? use
      }
    }
    return Array(found.values)
  }

  private struct Key: Hashable {
    var uri: String
    var source: String
  }

  private func use(_ row: Row) -> UseCount? {
    guard let uri = uri(row[0]), let source = String.fromDatabaseValue(row[1]),
      let count = Int.fromDatabaseValue(row[2])
    else { return nil }
    let time = String.fromDatabaseValue(row[3]).flatMap { UTCTime($0) }
    return UseCount(uri: uri, source: source, count: count, lastUsed: time)
  }
}
