internal import UserDataStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords
internal import SQLite

/// Resolves a predicate in one state of the stores: expands saved searches and collections, and interprets words.
struct Resolver {
  let state: ReadState
  /// How far words may differ from those of components.
  var matching = WordMatching.interpreted
  /// The components that the search finds beyond the default.
  var scope = Search.Scope.visible

  /// The predicate to evaluate, with the ranking of its results.
  ///
  /// - Throws: `InvalidPredicate` for an unknown name, and for searches that form a cycle.
  func resolved(_ predicate: ComponentPredicate) throws -> InterpretedPredicate {
    let named = try named(predicate)
    guard named.hasLeaf(where: { if case .text = $0 { true } else { false } }) else {
      return InterpretedPredicate(named)
    }
    return try state.interpretation(of: ReadState.Words(predicate: named, matching: matching, scope: scope)) {
      let interpreted = try PredicateInterpreter(CatalogWords(state: state), matching).interpret(named)
      if matching == .exact { return interpreted }
      return try Reach(resolver: self).reached(interpreted)
    }
  }

  /// The predicate with saved searches and collections expanded, and its words as they were typed.
  ///
  /// - Throws: as ``resolved(_:)``.
  func named(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    guard let name = predicate.savedNames.first else { return predicate }
    guard state.userStore.labels.isAttached else {
      var error = SearchNames.unknown(name, among: [])
      error.savedName = name
      throw error
    }
    return try SearchNames(state.connection, rules: state.view.rules, schema: "user").resolved(predicate)
  }
}
