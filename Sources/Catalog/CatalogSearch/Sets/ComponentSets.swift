internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Evaluates predicates with cached sets of components if there are any: for words, tags, types, names, favourites and
/// hidden components.
struct ComponentSets {
  let state: ReadState

  /// Whether sets alone can evaluate a predicate.
  func decide(_ predicate: ComponentPredicate) -> Bool { !predicate.hasLeaf { !decidesLeaf($0) } }

  private func decidesLeaf(_ leaf: ComponentPredicate) -> Bool {
    switch leaf {
    case .constant, .text: return true
    case .comparison(let comparison):
      switch comparison.key {
      case .tag, .tags, .userTag, .userTagNames, .systemTag, .authorTag, .usableIn: return !comparison.isCount
      case .type, .favorite, .hidden: return comparison.value != .null
      case .name: return !searchedWords(comparison).isEmpty
      default: return false
      }
    default: return false
    }
  }

  /// The components of the whole catalog that match a predicate, which sets must be able to evaluate.
  func set(of predicate: ComponentPredicate) throws -> ComponentSet {
    switch predicate {
    case .not(let operand): return try complement(set(of: operand))
    case .and(let operands): return try intersection(of: operands)
    case .or(let operands):
      var union = ComponentSet()
      for operand in operands { union.formUnion(try set(of: operand)) }
      return union
    default: return try leaf(predicate)
    }
  }

  private func intersection(of operands: [ComponentPredicate]) throws -> ComponentSet {
    guard let first = operands.first else { return try state.catalog.all() }
    var intersection = try set(of: first)
    for operand in operands.dropFirst() where !intersection.isEmpty {
      intersection.formIntersection(try set(of: operand))
    }
    return intersection
  }

  private func complement(_ set: ComponentSet) throws -> ComponentSet {
    var rest = try state.catalog.all()
    rest.subtract(set)
    return rest
  }

  private func leaf(_ predicate: ComponentPredicate) throws -> ComponentSet {
    switch predicate {
    case .constant(true): return try state.catalog.all()
    case .text(let words): return try components(withWords: words)
    case .comparison(let comparison): return try state.components(where: comparison) { try set(of: comparison) }
    default: return ComponentSet()
    }
  }

  private func set(of comparison: Comparison) throws -> ComponentSet {
    switch comparison.key {
    case .type: return try types(comparison)
    case .name: return try named(comparison)
    case .favorite: return try flag(comparison, state.userStore.labels.favorite)
    case .hidden: return try flag(comparison, state.userStore.labels.hidden)
    case .usableIn: return try hosts(comparison)
    case let key where key.kind == .tags: return try tags(comparison)
    default: return ComponentSet()
    }
  }

  /// The components that have all words, as `FreeTextTest` defines it. Words after one that no component has are not
  /// looked up.
  func components(withWords words: [String]) throws -> ComponentSet {
    var found: ComponentSet?
    for word in FreeTextTest(words, rules: state.view.rules).searched where found?.isEmpty != true {
      let set = try CatalogWords(state: state).components(with: word)
      if found == nil { found = set } else { found?.formIntersection(set) }
    }
    return try found ?? state.catalog.all()
  }

  private func types(_ comparison: Comparison) throws -> ComponentSet {
    var union = ComponentSet()
    for type in comparison.value.members.compactMap(\.text) {
      union.formUnion(try state.catalog.components(ofType: type))
    }
    return comparison.comparisonOperator == .notEqual ? try complement(union) : union
  }

  private func named(_ comparison: Comparison) throws -> ComponentSet {
    let test = try TextTest(comparison, rules: state.view.rules)
    let candidates = try candidates(for: comparison) ?? state.catalog.all()
    let rows = try state.connection.rows(
      """
      SELECT c.id, \(state.view.naming.nameExpression) AS name
      FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value
      """, [Value(rows: candidates.rows())])
    var found = ComponentSet()
    while let row = try rows.next() {
      if try test.matches(try row.text("name")) { found.insert(try row.rowID("id")) }
    }
    return found
  }

  private func flag(_ comparison: Comparison, _ label: Int64?) throws -> ComponentSet {
    let labelled = try label.map { try state.userStore.components(with: $0) } ?? ComponentSet()
    let isWanted = (comparison.value == .flag(true)) == (comparison.comparisonOperator == .equal)
    return isWanted ? labelled : try complement(labelled)
  }

  /// The components that satisfy a comparison with the names of hosts.
  func hosts(_ comparison: Comparison) throws -> ComponentSet {
    let test = try TextTest(comparison, rules: state.view.rules)
    let quantifier = comparison.listReading.quantifier
    // ALL means that no element fails.
    let isWanted = quantifier != .all
    var found = ComponentSet()
    for entry in try state.catalog.hosts.entries() where try test.matches(entry.host.name) == isWanted {
      found.formUnion(entry.components)
    }
    return quantifier == .any ? found : try complement(found)
  }

  private func tags(_ comparison: Comparison) throws -> ComponentSet {
    let test = try TagTest(comparison, rules: state.view.rules)
    let quantifier = comparison.listReading.quantifier
    // ALL means that no element fails.
    let isWanted = quantifier != .all
    let found = try components(withAnyTag: { try test.matches($0) == isWanted }, comparison.key)
    return quantifier == .any ? found : try complement(found)
  }

  /// The components with a tag that passes a test, among the tags of a key.
  func components(withAnyTag test: (Tag) throws -> Bool, _ key: Key) throws -> ComponentSet {
    var union = ComponentSet()
    if key != .userTag && key != .userTagNames {
      for row in try state.catalog.tags() where try test(row.tag) {
        let sets = try state.catalog.components(withTag: row)
        union.formUnion(key == .authorTag ? sets[.author] : sets.union)
      }
    }
    if key != .systemTag && key != .authorTag {
      for row in try state.userStore.tags() where try test(row.tag) {
        union.formUnion(try state.userStore.components(with: row.id))
      }
    }
    return union
  }

  /// The components of a set that a caller sees; nil stands for all of the catalog.
  func visible(_ scope: Search.Scope, of set: ComponentSet? = nil) throws -> ComponentSet? {
    var visible = set
    if let ofRoots = try state.catalog.ofRoots() {
      if visible == nil { visible = ofRoots } else { visible?.formIntersection(ofRoots) }
    }
    for invisible in try invisible(scope) where !invisible.isEmpty {
      var rest = try visible ?? state.catalog.all()
      rest.subtract(invisible)
      visible = rest
    }
    return visible
  }

  /// The sets that a scope excludes.
  private func invisible(_ scope: Search.Scope) throws -> [ComponentSet] {
    var sets: [ComponentSet] = []
    if !scope.contains(.shadowed) { sets.append(ComponentSet(Array(state.catalog.visibility.shadowed))) }
    if !scope.contains(.hidden), let label = state.userStore.labels.hidden {
      sets.append(try state.userStore.components(with: label))
    }
    return sets
  }
}

extension ComponentSets {
  /// The components that may satisfy a comparison of names of components, parameters or presets, according to the index
  /// of words; nil if the index can't decide that.
  ///
  /// An ASCII text is in a name only if each of its runs of letters and digits is in a word of the name.
  func candidates(for comparison: Comparison) throws -> ComponentSet? {
    let words = searchedWords(comparison)
    guard let field = Self.field(of: comparison.key), !words.isEmpty, let index = try state.usableWordIndex() else {
      return nil
    }
    var candidates: ComponentSet?
    for word in words where candidates?.isEmpty != true {
      let found = try index.components(withWordsContaining: word, in: field)
      if candidates == nil { candidates = found } else { candidates?.formIntersection(found) }
    }
    return candidates
  }

  /// The parts of words that any name that satisfies a comparison has. Single letters are left out: too many words
  /// contain them.
  private func searchedWords(_ comparison: Comparison) -> [String] {
    guard !comparison.isCount, comparison.listReading.quantifier == .any, let text = comparison.value.text,
      text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return [] }
    return Self.literals(of: text, comparison.listReading.elementOperator).flatMap(state.view.rules.words)
      .filter { $0.utf8.count > 1 }
  }

  /// The texts that whatever satisfies a comparison contains.
  private static func literals(of text: String, _ comparisonOperator: Comparison.Operator) -> [String] {
    switch comparisonOperator {
    case .equal, .contains, .beginsWith, .endsWith: [text]
    case .like where !text.contains("\\"): text.split { $0 == "*" || $0 == "?" }.map(String.init)
    default: []
    }
  }

  private static func field(of key: Key) -> WordField? {
    switch key {
    case .name: .name
    case .parameterName: .parameter
    case .presetName: .preset
    default: nil
    }
  }
}
