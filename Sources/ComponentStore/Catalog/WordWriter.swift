internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Keeps the index of words in step with the components that one transaction changes.
///
/// What changes is noted beforehand: then the words of a component are those that the index has. When everything is written,
/// the words are computed anew, and only the rows of words that a component has gained or lost are written. So what a
/// savepoint takes back leaves no trace in the index.
final class WordWriter {
  private let connection: Connection
  private let reader: ComponentWordsReader
  /// The components that are being changed, with their words before.
  private var former: [Int64: ComponentWords] = [:]

  init(_ connection: Connection, rules: any TextRules) {
    self.connection = connection
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

  /// Brings the index up to date.
  func finish() throws {
    guard !former.isEmpty else { return }
    var changes = PostingChanges()
    for (row, before) in former { changes.add(row, from: before, to: try reader.words(of: row)) }
    former = [:]
    try PostingWriter(connection).write(changes)
  }

  /// Gives the index up, which is to be made anew; until then no search uses it.
  func discard() throws {
    former = [:]
    try Self.discard(connection)
  }

  /// Gives the index up: the next scan makes it anew.
  static func discard(_ connection: Connection) throws {
    try connection.execute("UPDATE catalog SET word_rules = ''")
  }

  /// What the index is made by. Raise the number when the code that finds words changes.
  static let version = "1"

  /// Makes the index anew from all rows, if it was made by another version or there is none.
  func rebuildIfNeeded() throws {
    guard try connection.texts("SELECT word_rules FROM catalog").first != Self.version else { return }
    try rebuild()
  }

  /// Makes the index anew from all rows.
  func rebuild() throws {
    former = [:]
    for table in ["posting", "word", "word_list", "word_block"] { try connection.execute("DELETE FROM \(table)") }
    try connection.run("UPDATE catalog SET word_rules = ?, word_count = 0, word_sum = 0", [Value(Self.version)])
    var last: Int64 = -1
    let sql = "SELECT id FROM component WHERE id > ? AND id < ? ORDER BY id"
    while let next = try connection.number("SELECT min(id) FROM component WHERE id > ?", [Value(last)]) {
      let end = (next >> PostingBlock.shift + 1) << PostingBlock.shift
      for row in try connection.numbers(sql, [Value(last), Value(end)]) { didInsert(row) }
      try finish()
      last = end - 1
    }
  }
}
