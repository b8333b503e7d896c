internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Finds the components most similar to one, in one state of the catalog.
struct SimilaritySearch {
  let state: ReadState

  /// Maximum number of components to compare one by one. If there are more, those that share the most specific tags are
  /// taken.
  private static let candidateLimit = 2_000

  /// The components most similar to one, the best of each group of variants, the most similar first; variants of the
  /// component itself are left out.
  func similar(to component: Component, limit: Int) throws -> [SimilarComponent] {
    let search = Search(state: state)
    let rows = try candidates(like: component).rows(limit: Self.candidateLimit + 1)
    let group = component.variant
    let others = try search.components(rows.filter { $0 != component.rowID }).filter { $0.variant != group }
    let parameters = try ParameterReader(
      state.connection, rows: others.map(\.rowID) + [component.rowID], speller: component.rowID,
      rules: state.view.rules)
    let similarity = Similarity(to: component, among: others, parameters)
    return best(others.map(similarity.compared), limit: limit)
  }

  private func best(_ found: [SimilarComponent], limit: Int) -> [SimilarComponent] {
    let order = found.indices.sorted { a, b in
      found[a].score == found[b].score
        ? found[a].component.uri < found[b].component.uri : found[a].score > found[b].score
    }
    var groups: Set<String> = []
    var best: [SimilarComponent] = []
    for index in order where best.count < limit {
      if groups.insert(found[index].component.variant).inserted { best.append(found[index]) }
    }
    return best
  }

  private func candidates(like component: Component) throws -> ComponentSet {
    let visible = try ComponentSets(state: state).visible(.visible) ?? state.catalog.all()
    guard visible.count > Self.candidateLimit else { return visible }
    return ComponentSet(try mostTagged(like: component, of: visible))
  }

  /// The rows that share the most specific tags; the first ones in a tie.
  private func mostTagged(like component: Component, of visible: ComponentSet) throws -> [Int64] {
    let total = visible.count
    var weights: [Int64: Double] = [:]
    for (set, weight) in try tagSets(of: component, visible, total) {
      for row in set.rows() where weights.count < 200_000 || weights[row] != nil { weights[row, default: 0] += weight }
    }
    let ranked = weights.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    let rows = ranked.prefix(Self.candidateLimit).map(\.key)
    return rows.isEmpty ? visible.rows(limit: Self.candidateLimit) : rows
  }

  /// The visible components with each of a component's tags, the rarest tag first.
  private func tagSets(
    of component: Component, _ visible: ComponentSet, _ total: Int
  ) throws -> [(set: ComponentSet, weight: Double)] {
    let identifiers = Set(component.tags.map(\.identifier))
    var sets: [(set: ComponentSet, weight: Double)] = []
    for row in try state.catalog.tags() where identifiers.contains(row.tag.identifier) {
      sets.append((try state.catalog.components(withTag: row).union, 0))
    }
    for row in try state.userStore.tags() where identifiers.contains(row.tag.identifier) {
      sets.append((try state.userStore.components(with: row.id), 0))
    }
    for index in sets.indices {
      sets[index].set.formIntersection(visible)
      sets[index].weight = ParameterVocabulary.weight(sets[index].set.count, of: total)
    }
    return sets.sorted { $0.weight > $1.weight }
  }
}
