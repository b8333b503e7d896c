internal import CatalogStore
internal import ComponentQuery

/// Finds the components that have the most words of a search, if none has all of them, or if all that do are of another
/// kind than the words name.
struct MostWords {
  let resolver: Resolver

  /// Maximum number of combinations of words to keep, more than any search that a person types has.
  private static let combinationLimit = 64

  /// The predicate itself if anything matches it, including hidden components, else one for the components that match
  /// the most of its words.
  func reduced(_ interpreted: InterpretedPredicate) throws -> InterpretedPredicate {
    guard let required = interpreted.required else { return interpreted }
    let parts = required.words.parts
    guard parts.count > 1, parts.count <= WordInterpreter<CatalogWords>.wordLimit else { return interpreted }
    if try isAny(interpreted.predicate, resolver.scope.union(.hidden)) {
      return try withAnyKind(interpreted, words: required.words, others: required.others)
    }
    if let literal = try withWordsAnywhere(interpreted, words: required.words, others: required.others) {
      return literal
    }
    guard let found = try combinations(of: parts, others: required.others, required.words),
      let count = found.first?.count
    else { return interpreted }
    let alternatives = found.map { ComponentPredicate.conjunction($0.map { parts[$0].predicate }) }
    let missing = parts.indices.filter { part in !found.contains { $0.contains(part) } }.map { parts[$0].text }
    let features = required.words.features.map { $0.words.joined(separator: " ") }
    var reduced = interpreted
    reduced.predicate = .conjunction([.disjunction(alternatives)] + required.others)
    reduced.rank = Self.rank(interpreted.rank, required.words)
    // A feature that no component of the kind states only affects the order, through hints of it.
    if count + missing.count == parts.count, missing.allSatisfy(features.contains) {
      reduced.notes += missing.map { .elsewhere(word: $0) }
    } else {
      reduced.notes.append(.mostWords(found: count, of: parts.map(\.text), missing: missing))
    }
    return reduced
  }

  /// The predicate itself, unless several words name kinds and no component that matches the predicate is of any of
  /// these kinds: a synthesizer with parameters for a phaser and a flanger is neither. Then any one of the kinds is
  /// enough.
  private func withAnyKind(
    _ interpreted: InterpretedPredicate, words: InterpretedWords, others: [ComponentPredicate]
  ) throws -> InterpretedPredicate {
    let knowledge = CatalogWords(state: resolver.state)
    let kinds = words.kinds
    guard kinds.count > 1 else { return interpreted }
    let names = kinds.map { words.words[$0.range].joined(separator: " ") }
    var ofKinds = ComponentSet()
    for name in names { ofKinds.formUnion(try knowledge.components(ofKind: SearchWord(name, rules: knowledge.rules))) }
    ofKinds.formIntersection(try components(interpreted.predicate, resolver.scope.union(.hidden)))
    guard ofKinds.isEmpty else { return interpreted }
    let predicate = ComponentPredicate.conjunction([words.predicate(withAnyOf: kinds)] + others)
    guard try isAny(predicate, resolver.scope) else { return interpreted }
    var wider = interpreted
    wider.predicate = predicate
    wider.notes.append(.otherKinds(words: names))
    return wider
  }

  /// A predicate for the components of one of several kinds that have all words somewhere, such as a synthesizer with
  /// parameters for a highpass; nil if there are none.
  private func withWordsAnywhere(
    _ interpreted: InterpretedPredicate, words: InterpretedWords, others: [ComponentPredicate]
  ) throws -> InterpretedPredicate? {
    guard words.kinds.count > 1 else { return nil }
    let kind = words.statedKind.map { [$0] } ?? words.kinds
    let predicate = ComponentPredicate.conjunction(
      [.disjunction(kind.map(words.predicate(ofKind:))), .text(words.words)] + words.conditions
        + words.excluded.map(ComponentPredicate.not) + others)
    guard try isAny(predicate, resolver.scope) else { return nil }
    var literal = interpreted
    literal.predicate = predicate
    return literal
  }

  /// If components have only some of the words, those of the kind that the other words describe come first: reverbs for
  /// "surround reverb".
  private static func rank(_ rank: WordRank?, _ words: InterpretedWords) -> WordRank? {
    let head = words.headTags
    return head.isEmpty ? rank : rank.map { .sum([$0, .kind(head)]) }
  }

  private func plan(_ predicate: ComponentPredicate, _ scope: Search.Scope) throws -> SearchPlan {
    try Planner(state: resolver.state).plan(predicate, scope)
  }

  private func isAny(_ predicate: ComponentPredicate, _ scope: Search.Scope) throws -> Bool {
    try !Search(state: resolver.state).matches(plan(predicate, scope), limit: 1).isEmpty
  }

  private func components(_ predicate: ComponentPredicate, _ scope: Search.Scope) throws -> ComponentSet {
    ComponentSet(try Search(state: resolver.state).matches(plan(predicate, scope)))
  }

  /// The largest combinations of parts that a single component has, if possible one of the kind that other words
  /// describe.
  private func combinations(
    of parts: [InterpretedWords.Part], others: [ComponentPredicate], _ words: InterpretedWords
  ) throws -> [[Int]]? {
    let predicates = parts.map(\.predicate)
    let head = words.headTags.isEmpty ? words.mainKind : words.statedKind
    if let head = head.map(words.predicate(ofKind:)) {
      let found = try combinations(of: predicates, within: .conjunction(others + [head]))
      if !found.isEmpty { return found }
    }
    return try combinations(of: predicates, within: .conjunction(others))
  }

  /// The largest combinations of predicates that a single component matches.
  private func combinations(of parts: [ComponentPredicate], within others: ComponentPredicate) throws -> [[Int]] {
    let scope = others.names(.hidden) ? resolver.scope.union(.hidden) : resolver.scope
    let all = try components(others, scope)
    let sets = try parts.map { part in
      var set = try components(part, scope)
      set.formIntersection(all)
      return set
    }
    let best = Self.componentsOfMost(sets)
    var masks: Set<UInt32> = []
    for row in best.rows() where masks.count < Self.combinationLimit {
      masks.insert(sets.indices.reduce(UInt32(0)) { $0 | (sets[$1].contains(row) ? 1 << UInt32($1) : 0) })
    }
    return masks.sorted().map { mask in parts.indices.filter { mask & (1 << UInt32($0)) != 0 } }
  }

  /// The components that are in the greatest number of these sets; none if all sets are empty.
  private static func componentsOfMost(_ sets: [ComponentSet]) -> ComponentSet {
    // Element n has the components that are in more than n of the sets.
    var atLeast: [ComponentSet] = []
    for set in sets {
      for count in atLeast.indices.reversed() {
        var more = atLeast[count]
        more.formIntersection(set)
        if count + 1 < atLeast.count {
          atLeast[count + 1].formUnion(more)
        } else if !more.isEmpty {
          atLeast.append(more)
        }
      }
      if atLeast.isEmpty { atLeast = [set] } else { atLeast[0].formUnion(set) }
    }
    return atLeast.last { !$0.isEmpty } ?? ComponentSet()
  }
}
