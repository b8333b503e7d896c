internal import CatalogSearch

extension ComponentManager {
  /// Explains why a search finds nothing: which parts of the predicate exclude everything, and what would find something.
  /// This takes about half a second at most.
  ///
  /// - Returns: nil if the search finds something, or if the predicate has more or longer parts than a person types.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if the predicate can't be evaluated, or an error about a store.
  public func whyNothing(
    matches predicate: ComponentPredicate, everything: Bool = false, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> EmptyResult? {
    guard EmptyResultSearch.isShort(predicate) else { return nil }
    let resolved = try interpreted(predicate, everything: everything, words: matching).predicate
    let found = try query {
      try $0.search(resolved, view: $1, everything: everything, reading: .resolved, limit: 0)
    }
    guard found.total == 0 else { return nil }
    // Words stay as they were typed, because their interpretation is long.
    let asked = predicate.savedNames.isEmpty ? predicate : resolved
    var result = EmptyResult(predicate: asked)
    result.emptyCollections = try emptyCollections(requiredBy: predicate)
    result.unknownHosts = unknownHosts(in: asked)
    if !result.unknownHosts.isEmpty { result.knownHosts = hosts.map(\.name) }
    guard EmptyResultSearch.isShort(asked) else { return result }
    result.hidden = found.hiddenCount
    result.quarantined = try query {
      try $0.search(resolved, view: $1, everything: true, reading: .resolved, limit: 0).quarantined.count
    }
    let search = EmptyResultSearch(self, everything: everything, words: matching)
    result.conflict = try search.conflict(in: asked.parts)
    result.alternatives = try search.alternatives(to: asked)
    return result
  }

  /// The empty collections among the names that a predicate requires.
  private func emptyCollections(
    requiredBy predicate: ComponentPredicate
  ) throws(ComponentManagerError) -> [String] {
    var empty: [String] = []
    for case .saved(let name) in predicate.parts where try savedSearch(named: name) == nil {
      if try uris(inCollectionNamed: name) == [] { empty.append(name) }
    }
    return empty
  }

  /// The names of hosts in a predicate for which there is no profile.
  private func unknownHosts(in predicate: ComponentPredicate) -> [String] {
    predicate.comparisons.filter { $0.key == .usableIn && $0.comparesWholeTexts }.flatMap(\.value.members)
      .compactMap(\.text).filter { name in !hosts.contains { $0.name == name.lowercased() } }
  }
}

extension ComponentManager {
  /// Why a component matches a predicate or doesn't.
  public struct Reason: Hashable, Sendable {
    /// Whether a search for the predicate finds the component.
    public var isFound: Bool
    /// Whether the component matches and is left out only because the user has hidden it.
    public var isLeftOutAsHidden: Bool
    /// The truth of the predicate and of each of its parts, with saved searches expanded and misspelt words corrected.
    public var truth: PredicateTruth
  }

  /// Explains why a component matches a predicate or doesn't.
  ///
  /// - Parameters:
  ///   - component: the component.
  ///   - predicate: the predicate as parsed.
  ///   - everything: whether the search includes hidden components and shadowed duplicates.
  ///   - matching: how far words may be from what components have.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if the predicate can't be evaluated, an error about a store, or
  ///   ``ComponentManagerError/componentMissing(uri:bundle:)`` if the catalog no longer has the component.
  public func why(
    _ component: Component, matches predicate: ComponentPredicate, everything: Bool = false,
    words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> Reason {
    let resolved = try interpreted(predicate, everything: everything, words: matching).predicate
    let subject = CatalogSubject(component) { try self.details(of: component) }
    let truth = try unifyingErrors { try resolved.explained(for: subject, rules: rules) }
    let isLeftOut = truth.isTrue && component.isHidden && !everything && !resolved.names(.hidden)
    let isShadowed = component.verdict == .shadowed && !everything
    return Reason(isFound: truth.isTrue && !isLeftOut && !isShadowed, isLeftOutAsHidden: isLeftOut, truth: truth)
  }

  /// What decides a component's place among the results of a predicate with plain words: points for its name as a whole
  /// and for each word. Their sum, rounded to half a point, comes first in the order of ``search(_:everything:words:near:limit:)``; then what the
  /// person favours, has tagged and uses; then the name. Empty if the predicate has no words.
  ///
  /// - Throws: as ``resolved(_:)``, and ``ComponentManagerError/componentMissing(uri:bundle:)`` if the catalog no longer has
  ///   the component.
  public func rank(
    of component: Component, for predicate: ComponentPredicate
  ) throws(ComponentManagerError) -> [RankPart] {
    try ranks(of: [component], for: predicate)[0]
  }

  /// As ``rank(of:for:)``, for each of several components.
  package func ranks(
    of components: [Component], for predicate: ComponentPredicate, everything: Bool = false,
    words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> [[RankPart]] {
    try query {
      try $0.rankParts(of: components, for: predicate, view: $1, everything: everything, matching: matching)
    }
  }
}
