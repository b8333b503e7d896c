internal import CatalogStore
internal import ComponentQuery

/// The components that have a word, in texts and in tags.
extension CatalogWords {
  /// The components that have a word as `SearchWord` defines it, including tags.
  func components(with word: SearchWord) throws -> ComponentSet {
    if word.tokens.isEmpty { return try word.isEmpty ? state.catalog.all() : ComponentSet() }
    var union = try tagged(word)
    for hit in try state.wordIndex().hits(of: word) { union.formUnion(hit.rows) }
    return union
  }

  /// The components whose maker's name has the word as a whole word.
  func components(madeBy word: SearchWord) throws -> ComponentSet {
    try state.wordIndex().hits(of: word, to: .joined, in: .strong).rows { $0.field == .maker && $0.kind <= .exact }
  }

  /// The components with a tag that has a word in one of its names.
  func tagged(_ word: SearchWord) throws -> ComponentSet {
    var union = ComponentSet()
    for row in try systemTags(with: word) { union.formUnion(try state.catalog.components(withTag: row).union) }
    for row in try userTags(with: word) { union.formUnion(try state.userStore.components(with: row.id)) }
    return union
  }

  /// The system tags that have a word in one of their names.
  func systemTags(with word: SearchWord) throws -> [TagRow] {
    let words = try state.catalog.wordsOfTags()
    return try state.catalog.tags().filter { word.matches(words[$0.position]) }
  }

  /// The user's tags that have a word in their names.
  func userTags(with word: SearchWord) throws -> [TagRow] {
    let words = try state.userStore.wordsOfTags(rules)
    return try state.userStore.tags().filter { word.matches(words[$0.position]) }
  }

  /// The number of components the caller can see that have the word or a form of it in a strong field.
  func frequency(of word: SearchWord) throws -> Int {
    try state.wordIndex().frequency(of: word, among: state.catalog.ofRoots)
  }
}
