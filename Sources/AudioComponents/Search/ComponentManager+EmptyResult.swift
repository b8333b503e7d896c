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
    guard try count(resolved: resolved, everything: everything) == 0 else { return nil }
    // Words stay as they were typed: what they are resolved to is long.
    let asked = predicate.savedNames.isEmpty ? predicate : resolved
    var result = EmptyResult(predicate: asked)
    result.emptyCollections = try emptyCollections(requiredBy: predicate)
    result.unknownHosts = unknownHosts(in: asked)
    if !result.unknownHosts.isEmpty { result.knownHosts = hosts.map(\.name) }
    guard EmptyResultSearch.isShort(asked) else { return result }
    if !everything { result.hidden = try hiddenCount(resolved: resolved) }
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
    // Few people hide any.
    guard !predicate.names(.hidden), try query({ try $0.hasHiddenComponents(view: $1) }) else { return 0 }
    // Interpreted as in the search; hidden components must not change the interpretation.
    return try hiddenCount(resolved: try interpreted(predicate, words: matching).predicate)
  }

  private static let isHidden = ComponentPredicate.comparison(
    Comparison(key: .hidden, operator: .equal, value: .flag(true)))

  private func hiddenCount(resolved predicate: ComponentPredicate) throws(ComponentManagerError) -> Int {
    predicate.names(.hidden) ? 0 : try count(resolved: .and([Self.isHidden, predicate]))
  }

  /// How many components match a predicate that has been resolved: see ``interpreted(_:everything:words:)``.
  private func count(
    resolved predicate: ComponentPredicate, everything: Bool = false
  ) throws(ComponentManagerError) -> Int {
    let search = CatalogSearch(predicate, findsEverything: everything, reading: .resolved)
    return try query { try $0.count(search, view: $1) }
  }
}
