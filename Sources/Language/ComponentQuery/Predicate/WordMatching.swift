/// How far the words of a search may be from what components have.
public enum WordMatching: Hashable, Sendable {
  /// Misspelt words are corrected, words that say nothing are left out, and what a person wants to achieve is
  /// interpreted. If no component has all words, those with the most are found.
  case interpreted
  /// A component must have every word as it is typed, or a tag that the words name.
  case exact
  /// As ``interpreted``, but the last word is still being typed: it is the beginning of any word, and is not corrected.
  case typing
}
