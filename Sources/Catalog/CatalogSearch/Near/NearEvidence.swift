internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import Glibc
internal import Lexicon

/// The components that have a word, in any field and in tags, with the points that it gives them.
struct NearEvidence {
  /// The points by row: the more, the better its fields, and the fewer components have the word.
  private(set) var points: [Float]
  /// The components that have the word.
  private(set) var rows = ComponentSet()
  /// The points that a component could have at most.
  private(set) var most: Float = 0

  /// The evidence of a folded word.
  init(of text: String, _ state: ReadState, _ index: WordIndex) throws {
    points = [Float](repeating: 0, count: state.catalog.largestRow + 1)
    let word = SearchWord(text, tokens: [text])
    let hits = try index.hits(of: word, to: .joined)
    for field in WordField.allCases {
      let exact = hits.rows { $0.field == field && $0.kind <= .exact }
      var others = hits.rows { $0.field == field && $0.kind > .exact }
      others.subtract(exact)
      add(exact, NearWeights.weight(of: field))
      add(others, NearWeights.weight(of: field) * NearWeights.otherForm)
    }
    add(try Self.tagged(word, state), NearWeights.tag)
    weigh(among: state.catalog.largestRow)
  }

  private mutating func add(_ found: ComponentSet, _ weight: Float) {
    // Only a damaged index has rows that no component has.
    for row in found.rows() where Int(row) < points.count { points[Int(row)] += weight }
    rows.formUnion(found)
  }

  /// Turns the sums of weights into points.
  private mutating func weigh(among count: Int) {
    let having = Float(rows.count)
    most = log(1 + (max(0, Float(count) - having) + 0.5) / (having + 0.5))
    for index in points.indices where points[index] > 0 {
      points[index] *= most / (points[index] + NearWeights.saturation)
    }
  }

  /// The components with a tag that has the word in a name, or is called so in any language.
  private static func tagged(_ word: SearchWord, _ state: ReadState) throws -> ComponentSet {
    var found = ComponentSet()
    let named = Lexicon.standard.tags(named: word.squeezed).tags.map(\.identifier)
    let words = try state.catalog.wordsOfTags()
    for row in try state.catalog.tags()
    where row.tag.isStandard && named.contains(row.tag.identifier) || words[row.position].has(word.squeezed) {
      found.formUnion(try state.catalog.components(withTag: row).union)
    }
    let ownWords = try state.userStore.wordsOfTags(state.view.rules)
    for row in try state.userStore.tags() where ownWords[row.position].has(word.squeezed) {
      found.formUnion(try state.userStore.components(with: row.id))
    }
    return found
  }
}
