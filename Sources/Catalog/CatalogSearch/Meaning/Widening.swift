internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery

/// Adds components to a search that finds few: those with its words anywhere, then those of the same kind, then those
/// of a related kind.
struct Widening {
  let resolver: Resolver

  /// A search that finds fewer components than this is widened: a list to choose from has at least as many.
  private static let few = 5

  /// The predicate itself if it finds enough, or else a widened one, with its own matches first.
  func widened(_ interpreted: InterpretedPredicate) throws -> InterpretedPredicate {
    guard let required = interpreted.required else { return interpreted }
    let words = required.words
    guard let kind = words.mainKind, !interpreted.findsAnyKind else { return interpreted }
    let strict = try components(interpreted.predicate)
    guard !strict.isEmpty, strict.count < Self.few, try !isName(words, of: strict) else { return interpreted }
    var (found, tiers, names) = (strict, [interpreted.predicate], [String]())
    for wider in try widerPredicates(words, kind) where found.count < Self.few {
      let predicate = ComponentPredicate.conjunction([wider.predicate] + required.others)
      var more = try components(predicate)
      more.formUnion(found)
      guard more.count > found.count else { continue }
      found = more
      tiers.append(predicate)
      if !wider.name.isEmpty, !names.contains(wider.name) { names.append(wider.name) }
    }
    guard tiers.count > 1 else { return interpreted }
    var wider = interpreted
    wider.predicate = .disjunction(tiers)
    wider.rank = interpreted.rank.map { .sum([$0, .tiers(tiers)]) }
    wider.notes.append(.widened(found: strict.count, to: names))
    return wider
  }

  /// Whether the words are the name of a match, or one of them names the maker of a match: then the search means
  /// exactly that.
  private func isName(_ words: InterpretedWords, of found: ComponentSet) throws -> Bool {
    let knowledge = CatalogWords(state: resolver.state)
    let own = words.words.map { SearchWord($0, rules: knowledge.rules) }
    for index in own.indices where !words.kinds.contains(where: { $0.range.contains(index) }) {
      if try knowledge.components(madeBy: own[index]).intersectionCount(found) > 0 { return true }
    }
    let whole = SearchWord(words.words.joined(), tokens: [own.map(\.squeezed).joined()])
    return try words.saysNothingElse
      && resolver.state.wordIndex().hits(of: whole, to: .joined, in: .strong)
        .contains { $0.field == .name && $0.kind == .whole && $0.rows.intersectionCount(found) > 0 }
  }

  /// The predicates for the components to add, the nearest first.
  private func widerPredicates(
    _ words: InterpretedWords, _ kind: InterpretedWords.Span
  ) throws -> [(predicate: ComponentPredicate, name: String)] {
    let excluded = words.excluded.map(ComponentPredicate.not)
    let name = kind.tags.first?.name ?? ""
    // Stated conditions stay required.
    let stated = words.conditions + excluded
    var wider: [(predicate: ComponentPredicate, name: String)] = []
    // A kind that only a comment mentions doesn't count.
    if words.words.count > kind.range.count || !words.features.isEmpty {
      wider.append((.conjunction([.text(words.words)] + stated), ""))
    }
    wider.append((.conjunction([words.predicate(ofKind: kind)] + stated), name))
    if let near = try nearestBroader(than: kind.tags) {
      wider.append((.conjunction([.hasTag(near)] + stated), near.name))
    }
    return wider
  }

  /// The narrowest other tag that all components with the first of these tags have; nil if there is none.
  private func nearestBroader(than tags: [Tag]) throws -> Tag? {
    guard let own = tags.first, let row = try resolver.state.catalog.standardTag(own.identifier) else { return nil }
    let rows = try resolver.state.catalog.components(withTag: row).union
    // What only one or two components have in common may be chance.
    guard rows.count > 2 else { return nil }
    var best: (tag: Tag, count: Int)?
    for other in try resolver.state.catalog.tags()
    where other.tag.isStandard && other.tag.identifier != own.identifier && !TagUse.all.contains(other.tag.identifier) {
      let all = try resolver.state.catalog.components(withTag: other).union
      guard all.count > rows.count, all.count * 6 < resolver.state.catalog.largestRow,
        all.intersectionCount(rows) == rows.count, all.count < best?.count ?? .max
      else { continue }
      best = (other.tag, all.count)
    }
    return best?.tag
  }

  private func components(_ predicate: ComponentPredicate) throws -> ComponentSet {
    let search = Search(state: resolver.state)
    return ComponentSet(
      try search.matches(Planner(state: resolver.state).plan(predicate, resolver.scope.union(.hidden))))
  }
}

extension InterpretedPredicate {
  /// Whether it already finds components of any of several kinds, because no component is of all of them.
  fileprivate var findsAnyKind: Bool {
    notes.contains { note in
      switch note {
      case .otherKinds: true
      case .mostWords: required?.words.headTags.isEmpty == false
      default: false
      }
    }
  }
}
