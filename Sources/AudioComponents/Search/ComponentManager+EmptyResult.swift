internal import ComponentStore

extension ComponentManager {
  /// Explains why a search finds nothing: which parts of the predicate exclude everything, and what would find something.
  /// This takes about half a second at most.
  ///
  /// - Returns: nil if it finds something, and for a predicate with more or longer parts than a person types.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if the predicate can't be evaluated, or an error about a store.
  public func whyNothing(
    matches predicate: ComponentPredicate, everything: Bool = false, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> EmptyResult? {
    guard EmptyResultSearch.isShort(predicate) else { return nil }
    let resolved = try interpreted(predicate, everything: everything, words: matching).predicate
    let evaluated = CatalogSearch(resolved, findsEverything: everything, reading: .resolved)
    guard try query({ try $0.count(evaluated, view: $1) }) == 0 else { return nil }
    // Words stay as they were typed: what they are resolved to is long.
    let asked = predicate.savedNames.isEmpty ? predicate : resolved
    var result = EmptyResult(predicate: asked)
    result.emptyCollections = try emptyCollections(requiredBy: predicate)
    result.unknownHosts = unknownHosts(in: asked)
    if !result.unknownHosts.isEmpty { result.knownHosts = hosts.map(\.name) }
    guard EmptyResultSearch.isShort(asked) else { return result }
    if !everything { result.hidden = try query { try $0.hiddenCount(resolved, view: $1, matching: nil) } }
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

  /// The names of hosts in a predicate that no profile has.
  private func unknownHosts(in predicate: ComponentPredicate) -> [String] {
    predicate.comparisons.filter { $0.key == .usableIn && $0.comparesWholeTexts }.flatMap(\.value.members)
      .compactMap(\.text).filter { name in !hosts.contains { $0.name == name.lowercased() } }
  }

  /// How many components match a predicate that a search leaves out because the user has hidden them; 0 if the predicate
  /// names `hidden`.
  ///
  /// - Throws: as ``components(matching:)-(String)``.
  public func hiddenCount(
    matching predicate: ComponentPredicate, words matching: WordMatching = .interpreted
  ) throws(ComponentManagerError) -> Int {
    try query { try $0.hiddenCount(predicate, view: $1, matching: matching) }
  }
}
