internal import SQLite

/// Reads the lexicon of search phrases from the catalog.
struct LexiconReader {
  let connection: Connection

  /// The key of the entry with the words of the others.
  static let spellingKey = "words"

  /// The value of an entry; empty for a word without a meaning. Nil if there is no such entry.
  func value(of kind: LexiconKind, _ key: String) throws -> String? {
    try connection.rows("SELECT value FROM lexicon WHERE kind = ? AND key = ?", [Value(kind.rawValue), Value(key)])
      .nextText()
  }
}
