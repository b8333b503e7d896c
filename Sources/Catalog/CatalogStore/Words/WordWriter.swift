package import ComponentModel
internal import ComponentQuery
internal import SQLite
internal import StoreFiles

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

  /// The number of noted components.
  var count: Int { former.count }

  /// Updates the index.
  ///
  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/corrupt`` if the index doesn't match the rows.
  func finish() throws {
    guard !former.isEmpty else { return }
    var changes = PostingChanges()
    for (row, before) in former.sorted(by: { $0.key < $1.key }) {
      changes.add(row, from: before, to: try reader.words(of: row))
    }
    former = [:]
    try PostingWriter(connection).writeChanges(changes)
    // A newer index that an older program has written to counts as an older one.
    try connection.run("UPDATE catalog SET word_rules = ?1 WHERE word_rules NOT IN ('', ?1)", [Value(version)])
  }

  /// Updates the number of tags of components whose words have not changed.
  func updateTagCounts(of rows: [Int64]) throws {
    try connection.run(
      """
      UPDATE component_feature SET tags = (
        SELECT count(DISTINCT tag) FROM component_tag AS x WHERE x.component = component_feature.component)
      WHERE component IN (SELECT value FROM json_each(?))
      """, [Value(rows: rows)])
  }

  // MARK: The whole index

  /// The version of the rules that build the index.
  private var version: String { WordIndexVersion(rules).description }

  /// Rebuilds the index from all rows, if an older version built it.
  func rebuildIfOlder() throws {
    let stored = try connection.texts("SELECT word_rules FROM catalog").first ?? ""
    if !WordIndexVersion(rules).canUse(stored) { try rebuild() }
  }

  /// Rebuilds the index from all rows.
  func rebuild() throws {
    former = [:]
    for table in ["posting", "word", "word_list"] { try connection.execute("DELETE FROM \(table)") }
    try connection.run("UPDATE catalog SET word_rules = ?", [Value(version)])
    for row in try connection.numbers("SELECT id FROM component ORDER BY id") {
      didInsert(row)
      if count >= Self.rebuiltAtOnce { try finish() }
    }
    try finish()
  }

  /// The number of components whose words are in memory during a rebuild.
  private static let rebuiltAtOnce = 4_096
}

/// The version of what builds an index of words: this code, and the tables with which texts are split into words and
/// folded.
///
/// A program uses an index of its own version or a newer one unchanged, and rebuilds an older one. So two programs that
/// share a catalog don't take turns rebuilding it.
package struct WordIndexVersion: Hashable, CustomStringConvertible {
  /// Raise it when the code that finds words changes.
  private static let number = 6

  /// The version as the catalog stores it.
  package let description: String

  /// The version of this program with some rules.
  package init(_ rules: any TextRules) { description = "\(Self.number) \(rules.version)" }

  /// Whether an index of a version can be used.
  ///
  /// - Parameter stored: the catalog's column `word_rules`; empty before the first scan.
  package func canUse(_ stored: String) -> Bool {
    !Self.numbers(stored).lexicographicallyPrecedes(Self.numbers(description))
  }

  private static func numbers(_ text: String) -> [Int] { text.split { $0 == " " || $0 == "." }.compactMap { Int($0) } }
}
