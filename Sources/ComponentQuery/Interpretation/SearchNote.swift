/// Where a search was not taken literally, to be shown to people.
public enum SearchNote: Hashable, Sendable {
  /// No component has a word, or only a preset or a comment; the other is searched for instead.
  case corrected(word: String, to: String)
  /// A word that only comments, parameters and presets have does not restrict the result, because another word says
  /// what is meant; components that have it come first.
  case optional(word: String)
  /// A word that only components of other kinds have does not restrict the result: none of the kind that the other words name
  /// has it.
  case elsewhere(word: String)
  /// A word that no component has does not restrict the result, because another word says what is meant.
  case ignored(word: String)
  /// A word that says what a component is used on does not restrict the result, because another word says what it is.
  case preferred(word: String)
  /// The words state an intent: what helps with it is searched for, here by the names of tags and by words, what helps most
  /// first.
  case intent(words: [String], instead: [String])
  /// Each word names a kind of component, but only components of other kinds have all of them, as a synthesizer may in its
  /// parameters' names. Components of any of the kinds are found as well.
  case otherKinds(words: [String])
  /// No component has all words; those with the most are found: `found` of the words in `of`, and never those in `missing`.
  case mostWords(found: Int, of: [String], missing: [String])
}
