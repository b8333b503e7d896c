internal import SQLite

/// Reads what people call things in a search from the catalog.
struct LexiconReader {
  let connection: Connection

  /// What an entry gives; empty for a word that says nothing. Nil if there is no such entry.
  func value(of kind: LexiconKind, _ key: String) throws -> String? {
    try connection.texts("SELECT value FROM lexicon WHERE kind = ? AND key = ?", [Value(kind.rawValue), Value(key)])
      .first
  }
}

/// The kinds of entries of a lexicon.
enum LexiconKind: String {
  /// A phrase, whose value is a predicate. The key is its words as one, with `#` for each number.
  case phrase
  /// An intent, whose value is its targets. The key is the stems of its words in the order of their scalars.
  case intent
  /// A word that says nothing.
  case filler
}
