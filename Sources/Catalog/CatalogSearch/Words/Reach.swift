internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords

/// How far a search for words reaches: to what has all of them; if nothing does, to what has most; and if little does, to
/// others of the same kind.
struct Reach {
  let resolver: Resolver

  /// A search that finds fewer components than this is widened: a list to choose from has at least as many.
  private static let few = 5
  /// Maximum number of combinations of demands to keep, more than any search that a person types has.
  private static let combinationLimit = 64
  /// Maximum number of demands: as many as an interpreted text has tokens.
  private static let demandLimit = 32
  /// The least share of the greatest weight that a combination has which is kept: two kinds that nothing is both of are
  /// about as rare.
  private static let mostShare: Float = 0.6
  /// What has a word that no more components than this have in a name is found, whatever else it lacks.
  private static let rare = 3

  private var words: CatalogWords { CatalogWords(state: resolver.state) }

  /// The predicate that finds enough, with notes on how it differs from what the words mean.
  func reached(_ interpreted: InterpretedPredicate) throws -> InterpretedPredicate {
    guard let (meaning, others) = interpreted.required, !meaning.demands.isEmpty else { return interpreted }
    let found = try components(interpreted.predicate)
    let isOfOtherKinds = try !found.isEmpty && onlyMentionsKinds(meaning, others)
    if !found.isEmpty && !isOfOtherKinds { return try widened(interpreted, meaning, others, found: found) }
    let most = try withMost(interpreted, meaning, others, mentioning: isOfOtherKinds)
    return try widened(most, meaning, others, found: components(most.predicate))
  }

  /// Whether several words name kinds, and no component is of all of them: what matches only mentions them, as a
  /// synthesizer does in its parameters.
  private func onlyMentionsKinds(_ meaning: Meaning, _ others: [ComponentPredicate]) throws -> Bool {
    guard meaning.required.filter({ $0.role == .kind }).count > 1 else { return false }
    return try components(.conjunction([meaning.strict] + others)).isEmpty
  }

  // MARK: Nothing has all

  /// A predicate for the components that meet the most, by how rare it is, of what is asked for; if other demands describe
  /// a kind, only among those of that kind.
  ///
  /// - Parameter isMentioned: whether components of other kinds mention all of it; they are found, too.
  private func withMost(
    _ interpreted: InterpretedPredicate, _ meaning: Meaning, _ others: [ComponentPredicate],
    mentioning isMentioned: Bool
  ) throws -> InterpretedPredicate {
    // What is stated as a condition is dropped only if nothing else is found.
    let stated = meaning.stated
    if !stated.isEmpty,
      let kept = try withMost(interpreted, meaning, meaning.demandParts, others + stated, mentioning: isMentioned)
    {
      return kept
    }
    return try withMost(interpreted, meaning, meaning.parts, others, mentioning: isMentioned) ?? interpreted
  }

  /// - Returns: nil if nothing has any of some parts.
  private func withMost(
    _ interpreted: InterpretedPredicate, _ meaning: Meaning, _ parts: [Meaning.Part], _ others: [ComponentPredicate],
    mentioning isMentioned: Bool
  ) throws -> InterpretedPredicate? {
    guard parts.count > 1, parts.count <= Self.demandLimit else { return nil }
    let sets = try sets(of: parts, among: others)
    let found = combinations(sets, within: try head(of: meaning, among: others))
    guard !found.isEmpty else { return nil }
    let alternatives = found.map { mask in
      ComponentPredicate.conjunction(parts.indices.filter { mask & 1 << $0 != 0 }.map { parts[$0].predicate })
    }
    let missing = parts.indices.filter { part in !found.contains { $0 & 1 << part != 0 } }.map { parts[$0].text }
    var reduced = interpreted
    let mentioning = isMentioned ? [interpreted.predicate] : []
    reduced.predicate = .disjunction([.conjunction([.disjunction(alternatives)] + others)] + mentioning)
    if isMentioned {
      reduced.notes.append(.otherKinds(words: meaning.required.filter { $0.role == .kind }.map(\.text)))
      return reduced
    }
    let features = meaning.demands.filter { $0.role == .feature }.map(\.text)
    // A feature that no component of the kind states only affects the order, through hints of it.
    let most = found.map(\.nonzeroBitCount).max() ?? 0
    if most + missing.count == parts.count, missing.allSatisfy(features.contains) {
      reduced.notes += missing.map { .elsewhere(word: $0) }
    } else {
      reduced.notes.append(.mostWords(found: most, of: parts.map(\.text), missing: missing))
    }
    return reduced
  }

  private func sets(of parts: [Meaning.Part], among others: [ComponentPredicate]) throws -> [ComponentSet] {
    let all = try components(.conjunction(others))
    return try parts.map { part in
      var set = try components(part.predicate)
      set.formIntersection(all)
      return set
    }
  }

  /// The components of the kind that the other words describe; nil if there is none, or if all words name kinds and none of
  /// them is stated before a word such as "with".
  private func head(of meaning: Meaning, among others: [ComponentPredicate]) throws -> ComponentSet? {
    let areKinds = meaning.required.allSatisfy { $0.role == .kind }
    guard let kind = areKinds ? meaning.statedKind : meaning.mainKind else { return nil }
    let set = try components(.conjunction(others + [kind.predicate]))
    return set.isEmpty ? nil : set
  }

  /// The combinations of sets that weigh the most in which a component is, as bits. A set weighs the more the rarer it is;
  /// what a rare name says is kept in any case.
  private func combinations(_ sets: [ComponentSet], within head: ComponentSet?) -> [UInt32] {
    let rarity = Rarity(of: resolver.state.catalog.largestRow)
    let weights = sets.map { rarity.of($0.count) }
    var masks: [UInt32: Float] = [:]
    var union = ComponentSet()
    for set in sets { union.formUnion(set) }
    let rare = sets.indices.filter { 1...Self.rare ~= sets[$0].count }
    for row in union.rows() {
      let isOfHead = head.map { $0.contains(row) } ?? true
      guard isOfHead || rare.contains(where: { sets[$0].contains(row) }) else { continue }
      let own = sets.indices.filter { sets[$0].contains(row) }
      masks[own.reduce(0) { $0 | 1 << UInt32($1) }] = own.reduce(0) { $0 + weights[$1] }
    }
    let best = masks.values.max() ?? 0
    let kept = masks.filter { mask, weight in
      weight >= Self.mostShare * best || rare.contains { mask & 1 << UInt32($0) != 0 }
    }
    return Array(kept.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key).prefix(Self.combinationLimit))
  }

  // MARK: Little has all

  /// The predicate itself if it finds enough, or else one that finds others of the kind, too, and then of a broader one.
  private func widened(
    _ interpreted: InterpretedPredicate, _ meaning: Meaning, _ others: [ComponentPredicate], found: ComponentSet
  ) throws -> InterpretedPredicate {
    guard let kind = meaning.mainKind, !found.isEmpty, found.count < Self.few, try !isName(meaning, of: found) else {
      return interpreted
    }
    var (all, alternatives, names) = (found, [interpreted.predicate], [String]())
    for wider in try wider(than: meaning, kind) where all.count < Self.few {
      let predicate = ComponentPredicate.conjunction([wider.predicate] + meaning.stated + others)
      let more = try components(predicate)
      guard more.count > more.intersectionCount(all) else { continue }
      all.formUnion(more)
      alternatives.append(predicate)
      if !names.contains(wider.name) { names.append(wider.name) }
    }
    guard alternatives.count > 1 else { return interpreted }
    var wider = interpreted
    wider.predicate = .disjunction(alternatives)
    wider.notes.append(.widened(found: found.count, to: names))
    return wider
  }

  /// Whether the words are the name of a match, or one of them names the maker of a match: then the search means exactly
  /// that.
  private func isName(_ meaning: Meaning, of found: ComponentSet) throws -> Bool {
    let own = meaning.required.filter { $0.role == .word }.flatMap(\.words).map { SearchWord($0, rules: words.rules) }
    if try own.contains(where: { try words.components(madeBy: $0).intersectionCount(found) > 0 }) { return true }
    guard meaning.saysNothingElse else { return false }
    let whole = SearchWord(meaning.literal.joined(separator: " "), rules: words.rules).squeezed
    return try resolver.state.wordIndex().hits(of: SearchWord(whole, tokens: [whole]), to: .joined, in: .strong)
      .contains { $0.field == .name && $0.kind == .whole && $0.rows.intersectionCount(found) > 0 }
  }

  /// The predicates for the components to add, the nearest first.
  private func wider(than meaning: Meaning, _ kind: Demand) throws -> [(predicate: ComponentPredicate, name: String)] {
    let own = (predicate: kind.predicate, name: kind.tags.first?.name ?? kind.text)
    return [own] + (try nearestBroader(than: kind.tags).map { [(.hasTag($0), $0.name)] } ?? [])
  }

  /// The narrowest other tag that all components with the first of these tags have; nil if there is none.
  private func nearestBroader(than tags: [Tag]) throws -> Tag? {
    guard let own = tags.first else { return nil }
    let rows = try words.rows(of: own)
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

  /// The components that match, hidden ones too: hiding one must not change what words mean.
  private func components(_ predicate: ComponentPredicate) throws -> ComponentSet {
    let plan = try Planner(state: resolver.state).plan(predicate, resolver.scope.union(.hidden))
    return ComponentSet(try Search(state: resolver.state).matches(plan))
  }
}
