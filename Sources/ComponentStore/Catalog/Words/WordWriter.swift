internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Keeps the index of words consistent with the components that one transaction changes.
///
/// A component is noted before it changes, while its rows still agree with the index. When the transaction is complete,
/// its words are computed again and only the differences are written, so a rolled-back savepoint leaves no trace.
final class WordWriter {
  private let connection: Connection
  private let rules: any TextRules
  private let reader: ComponentWordsReader
  /// The components that are being changed, with their previous words.
  private var former: [Int64: ComponentWords] = [:]

  init(_ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    reader = ComponentWordsReader(connection, rules: rules)
  }

  /// Notes a component that is about to be changed or removed.
  func willChange(_ row: Int64) throws {
    if former[row] == nil { former[row] = try reader.words(of: row) }
  }

  /// Notes the components that a statement finds, which are about to be changed or removed.
  func willChange(_ sql: String, _ values: [Value]) throws {
    for row in try connection.numbers(sql, values) { try willChange(row) }
  }

  /// Notes the components that presets of a bundle apply to.
  func willChangePresets(ofBundle bundle: Int64) throws {
    try willChange(
      "SELECT DISTINCT c.id FROM preset AS p JOIN component AS c ON c.uri = p.applies_to WHERE p.bundle = ?",
      [Value(bundle)])
  }

  /// Notes the components with a URI.
  func willChange(uri: String) throws {
    try willChange("SELECT id FROM component WHERE uri = ?", [Value(uri)])
  }

  /// Notes a component that has just been inserted.
  func didInsert(_ row: Int64) {
    if former[row] == nil { former[row] = ComponentWords() }
  }

  /// Forgets the noted components.
  func forget() { former = [:] }

  /// The number of noted components.
  var count: Int { former.count }

  /// Updates the index.
  ///
  /// - Returns: false if it turns out to be damaged; it is then invalid until it is rebuilt.
  func finish() throws -> Bool {
    guard !former.isEmpty else { return true }
    var changes = PostingChanges()
    for (row, before) in former.sorted(by: { $0.key < $1.key }) {
      changes.add(row, from: before, to: try reader.words(of: row))
    }
    former = [:]
    return try discardingDamage { try write(changes) }
  }

  private func write(_ changes: PostingChanges) throws {
    try PostingWriter(connection).write(changes)
    // A newer index that an older program has written to counts as an older one.
    try connection.run("UPDATE catalog SET word_rules = ?1 WHERE word_rules NOT IN ('', ?1)", [Value(version)])
  }

  private func discardingDamage(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch is WordIndexDamaged {
      try Self.discard(connection)
      return false
    }
  }

  /// Updates the number of tags of components whose words have not changed.
  ///
  /// - Returns: as for ``finish()``.
  func updateTagCounts(of rows: [Int64]) throws -> Bool {
    try discardingDamage {
      for (number, rows) in Dictionary(grouping: rows, by: { PostingBlock.position(of: $0).block }) {
        try updateTagCounts(of: rows, in: number)
      }
    }
  }

  private func updateTagCounts(of rows: [Int64], in number: Int64) throws {
    let counted = try connection.rows(
      "SELECT component, count(DISTINCT tag) AS tags FROM component_tag WHERE component BETWEEN ? AND ? GROUP BY component",
      [Value(number << PostingBlock.shift), Value((number + 1) << PostingBlock.shift - 1)])
    var counts: [Int64: Int] = [:]
    while let row = try counted.next() { counts[try row.rowID("component")] = try row.integer("tags") }
    let blocks = WordBlockWriter(connection)
    var block = try blocks.read(number)
    for row in rows {
      block.features[PostingBlock.position(of: row).offset].tags = UInt8(clamping: counts[row] ?? 0)
    }
    try blocks.write(number, block)
  }

  // MARK: The whole index

  /// The version of the rules that build the index.
  private var version: String { WordIndexVersion(rules).description }

  /// Invalidates the index. No search uses it until a scan has rebuilt it.
  static func discard(_ connection: Connection) throws {
    try connection.execute("UPDATE catalog SET word_rules = ''")
  }

  /// Records that a few components have words that differ from the index: the next scan to finish rebuilds it.
  static func requireRebuild(_ connection: Connection) throws {
    try connection.execute("UPDATE catalog SET word_lag = 1")
  }

  /// Whether a few components have words that differ from the index.
  static func needsRebuild(_ connection: Connection) throws -> Bool {
    try connection.number("SELECT word_lag FROM catalog") ?? 0 != 0
  }

  /// Rebuilds the index from all rows, if it is invalid or was built by an older version.
  func rebuildIfInvalid() throws {
    let stored = try connection.texts("SELECT word_rules FROM catalog").first ?? ""
    if !WordIndexVersion(rules).canUse(stored) { try rebuild() }
  }

  /// Rebuilds the index from all rows.
  func rebuild() throws {
    former = [:]
    for table in ["posting", "word", "word_list", "word_block"] { try connection.execute("DELETE FROM \(table)") }
    try connection.run(
      "UPDATE catalog SET word_rules = ?, word_lag = 0, word_count = 0, word_sum = 0", [Value(version)])
    var last: Int64 = -1
    let sql = "SELECT id FROM component WHERE id > ? AND id < ? ORDER BY id"
    while let next = try connection.number("SELECT min(id) FROM component WHERE id > ?", [Value(last)]) {
      let end = (next >> PostingBlock.shift + 1) << PostingBlock.shift
      for row in try connection.numbers(sql, [Value(last), Value(end)]) { didInsert(row) }
      _ = try finish()
      last = end - 1
    }
  }
}
