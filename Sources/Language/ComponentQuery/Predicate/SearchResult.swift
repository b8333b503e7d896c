public import ComponentModel

/// What a search has found.
public struct SearchResult: Hashable, Sendable {
  /// The predicate that was evaluated: saved searches and collections expanded, words interpreted.
  public var predicate: ComponentPredicate
  /// How words were interpreted other than literally.
  public var notes: [SearchNote]
  /// The components, by name in the caller's collation; for plain words the best match first.
  public var components: [Component]
  /// How many of the components, counted from the first, are good answers to plain words: a list for people may end
  /// there. All of them if nothing is ranked.
  public var goodCount: Int
  /// Components that don't match but are near to the plain words, the nearest first: those with some of the words, or with
  /// words that resemble them. Empty unless they were asked for and fewer than ten components match. No count includes
  /// them.
  public var near: [Component]
  /// How many components match, however many were asked for.
  public var total: Int
  /// How many more components match but are hidden by the user; 0 if everything was asked for, or the predicate names
  /// `hidden`.
  public var hiddenCount: Int
  /// Bundles that are kept away from hosts; empty unless everything was asked for.
  public var quarantined: [QuarantinedBundle]

  /// Creates a search result.
  ///
  /// - Parameter goodCount: nil for all components.
  package init(
    predicate: ComponentPredicate, notes: [SearchNote], components: [Component], goodCount: Int? = nil,
    near: [Component] = [], total: Int, hiddenCount: Int, quarantined: [QuarantinedBundle]
  ) {
    self.predicate = predicate
    self.notes = notes
    self.components = components
    self.goodCount = goodCount ?? components.count
    self.near = near
    self.total = total
    self.hiddenCount = hiddenCount
    self.quarantined = quarantined
  }
}

/// Where a search was not taken literally, to be shown to people.
public enum SearchNote: Hashable, Sendable {
  /// No component has the word, or only presets or comments have it; the other word is searched for instead.
  case corrected(word: String, to: String)
  /// A word that only comments, parameters and presets have does not restrict the result, because another word says
  /// what is meant; components that have it come first.
  case optional(word: String)
  /// A word that only components of other kinds have doesn't restrict the result: no component of
  /// the kind that the other words name has it.
  case elsewhere(word: String)
  /// A word that no component has does not restrict the result, because another word says what is meant.
  case ignored(word: String)
  /// A word that says what a component is used on does not restrict the result, because another word says what it is.
  case preferred(word: String)
  /// Words that don't restrict the result, because an intent says what is meant; components that have them come first.
  case ordering(words: [String])
  /// Words that don't restrict the result, and that nothing in the result has: they affect nothing.
  case unmet(words: [String])
  /// The words state an intent. What helps with it is searched for instead, given as names of tags and as words; what
  /// helps most comes first.
  case intent(words: [String], instead: [String])
  /// Each word names a kind of component, but no component is of all these kinds: those that only mention them are found,
  /// and those of any of the kinds as well.
  case otherKinds(words: [String])
  /// No component has all words; those with the most are found: they have `found` of the words in `of`, and never those
  /// in `missing`.
  case mostWords(found: Int, of: [String], missing: [String])
  /// Words that compare a number say nothing, because no parameter is compared in its unit.
  case unknownUnit(String, words: [String])
  /// Words that compare a number say nothing, because it has no unit.
  case withoutUnit(words: [String])
  /// Only `found` components match; others of the kinds in `to` follow.
  case widened(found: Int, to: [String])
}
