internal import ComponentModel

/// What an entry of the lexicon is.
enum LexiconKind: String {
  /// A phrase, whose value is a predicate. The key is its words as one, with `#` for each number.
  case phrase
  /// An intent, whose value is its targets. The key is the stems of its words in the order of their scalars.
  case intent
  /// A word that says nothing.
  case filler
}

/// A row of the table `lexicon`.
enum LexiconEntry {
  /// The checksum of a row, of 32 bits.
  static func checksum(_ kind: String, _ key: String, _ value: String) -> Int64 {
    var hash = StableHash()
    for text in [kind, key, value] { hash.add(text) }
    return Int64(hash.value >> 32)
  }
}
