internal import ComponentModel
internal import SQLite

/// Use counts of a damaged user store; none if its schema lacks them.
extension UserStoreSalvage {
  var uses: [UseCount] {
    var found: [Key: UseCount] = [:]
    for order in ["uri, source", "uri DESC, source DESC"] {
      readable("SELECT \(columns(.use)) FROM use_count ORDER BY \(order)") { row in
        guard let use = use(row) else { return }
        let key = Key(uri: use.uri, source: use.source)
        found[key] = found[key]?.joined(use) ?? use
      }
    }
    guard !complete.contains(.use) || scattered.contains(.use) else { return Array(found.values) }
    for use in (pages.rows[.use] ?? []).compactMap(use) {
      let key = Key(uri: use.uri, source: use.source)
      found[key] = found[key]?.joined(use) ?? use
    }
    return Array(found.values)
  }

  private func use(_ row: [RecordValue]) -> UseCount? {
    guard let uri = row[0].text, let source = row[1].text, let count = row[2].number else { return nil }
    return UseCount(uri: uri, source: source, count: Int(count), lastUsed: row[3].text.flatMap { UTCTime($0) })
  }

  private struct Key: Hashable {
    var uri: String
    var source: String
  }

  private func use(_ row: Row) -> UseCount? {
    guard let uri = uri(in: row, column: "uri", of: .use), let source = try? row.text("source"),
      let count = try? row.integer("count")
    else { return nil }
    let time = (try? row.text("last_used")).flatMap { UTCTime($0) }
    return UseCount(uri: uri, source: source, count: count, lastUsed: time)
  }
}
