extension ComponentManager {
  /// Explains why a search finds nothing: which parts of the predicate exclude everything, and what would find something. It
  /// looks for that for about half a second at most.
  ///
  /// - Returns: nil if it finds something, and for a predicate with more or longer parts than a person types.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if the predicate can't be evaluated, or an error about a store.
  public func whyNothing(
    _ predicate: ComponentPredicate, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> EmptyResult? {
    guard EmptyResultSearch.isShort(predicate) else { return nil }
    let resolved = try interpreted(predicate, words: matching).predicate
    guard try prepare(resolved).count() == 0 else { return nil }
    // Words stay as they were typed: what they are resolved to is long.
    let asked = predicate.savedNames.isEmpty ? predicate : resolved
    var result = EmptyResult(predicate: asked)
    guard EmptyResultSearch.isShort(asked) else { return result }
    result.hidden = try hiddenCount(resolved)
    result.quarantined = try search(resolved, everything: true, limit: 1).quarantined.count
    let search = EmptyResultSearch(self, matching)
    result.conflict = try search.conflict(in: asked.parts)
    result.alternatives = try search.alternatives(to: asked)
    return result
  }

  /// How many components match a predicate that a search leaves out because the user has hidden them; 0 if the predicate
  /// names `hidden`.
  ///
  /// - Throws: as ``components(matching:)``.
  public func hiddenCount(
    _ predicate: ComponentPredicate, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> Int {
    let isHidden = ComponentPredicate.comparison(Comparison(.hidden, .equal, .flag(true)))
    // Few people hide any, and this takes next to no time.
    guard !predicate.names(.hidden), try prepare(isHidden).count() > 0 else { return 0 }
    // As the search has understood the words: hidden components must not change that.
    let resolved = try interpreted(predicate, words: matching).predicate
    return try prepare(.and([isHidden, resolved])).count()
  }
}
