internal import StoreFiles
package import SQLite

/// Reads the lexicon of search phrases from the catalog.
package struct LexiconReader {
  private let connection: Connection

  /// Reads the lexicon through a connection.
  package init(connection: Connection) { self.connection = connection }

  /// The key of the entry that lists the words of other entries.
  package static let spellingKey = "words"

  /// The value of an entry; empty for a word without a meaning. Nil if there is no such entry.
  package func value(of kind: LexiconKind, _ key: String) throws -> String? {
    try connection.rows("SELECT value FROM lexicon WHERE kind = ? AND key = ?", [Value(kind.rawValue), Value(key)])
      .nextText()
  }
}

/// The kind of a lexicon entry.
package enum LexiconKind: String {
  /// A phrase, whose value is a predicate. The key is its words joined into one, with `#` for each number.
  case phrase
  /// An intent, whose value is its targets. The key is the stems of its words in the order of their scalars.
  case intent
  /// A feature, whose value is the key of its evidence. Its own key is like that of an intent.
  case feature
  /// The words that show a feature.
  case evidence
  /// A word without a meaning.
  case filler
  /// A tag's name of several words. The key joins them, the value separates them with spaces.
  case division
  /// The words of phrases, intents and names of several words, one per line, under one key.
  case spelling
}
