package import ComponentModel
internal import StoreFiles
internal import ComponentQuery
package import SQLite

/// Rows that a connection has read from the index of words, valid as long as its ``CatalogCache``.
package final class WordCache {
  let connection: Connection
  /// The rows that the caller sees.
  let visibility: Visibility
  let rules: any TextRules
  private var listedWords: WordList?
  private var features: [Int64: ComponentFeatures] = [:]
  private var frequencies: [String: Int] = [:]
  private var hits: [HitKey: [WordHit]] = [:]
  private var presetWords: [Int64: FieldWords] = [:]

  private struct HitKey: Hashable {
    var tokens: [String]
    var worst: WordMatch
    var fields: FieldScope
  }

  /// Maximum number of words whose hits are kept: with 20,000 components, those of a word take up to 40 KB.
  private static let hitLimit = 256
  /// Maximum number of components whose presets' words are kept: some have hundreds of presets.
  private static let presetLimit = 256

  /// A cache for a caller who sees these rows.
  package init(_ connection: Connection, _ visibility: Visibility, rules: any TextRules) {
    self.connection = connection
    self.visibility = visibility
    self.rules = rules
  }

  /// The words that are not joined ones.
  func list() throws -> WordList {
    try listedWords.orMade { try WordList(connection) }
  }

  /// Where a word is found, computed once.
  func hits(
    of word: SearchWord, to worst: WordMatch, in fields: FieldScope, find: () throws -> [WordHit]
  ) throws -> [WordHit] {
    let key = HitKey(tokens: word.tokens, worst: worst, fields: fields)
    if let known = hits[key] { return known }
    let found = try find()
    if hits.count >= Self.hitLimit { hits = [:] }
    hits[key] = found
    return found
  }

  /// The number of components that have a word, computed once.
  func frequency(of word: String, count: () throws -> Int) throws -> Int {
    try frequencies[word].orMade(by: count)
  }

  /// The words of a component's presets that the caller sees.
  func presetWords(of row: Int64) throws -> FieldWords {
    if let known = presetWords[row] { return known }
    let presets = try StoredTexts(connection: connection).presets(ofComponent: row, visibility)
    let words = FieldWords(presets, of: .preset, rules: rules)
    if presetWords.count >= Self.presetLimit { presetWords = [:] }
    presetWords[row] = words
    return words
  }

  /// The facts that ranking needs about components, in the same order as their rows.
  package func features(of rows: [Int64]) throws -> [ComponentFeatures] {
    let unknown = rows.filter { features[$0] == nil }
    if !unknown.isEmpty { try readFeatures(of: unknown) }
    return rows.map { features[$0] ?? ComponentFeatures() }
  }

  /// The facts that ranking needs about a component.
  package func features(of row: Int64) throws -> ComponentFeatures {
    if let known = features[row] { return known }
    try readFeatures(of: [row])
    return features[row] ?? ComponentFeatures()
  }

  private func readFeatures(of rows: [Int64]) throws {
    for row in rows { features[row] = ComponentFeatures() }
    let found = try connection.rows(
      """
      SELECT component, name_words, tags, variant FROM json_each(?) AS j
      CROSS JOIN component_feature ON component = j.value
      """, [Value(rows: rows)])
    while let row = try found.next() {
      features[try row.rowID("component")] = ComponentFeatures(
        nameWords: UInt8(clamping: try row.integer("name_words")), tags: UInt8(clamping: try row.integer("tags")),
        variant: UInt32(truncatingIfNeeded: try row.integer("variant")))
    }
  }
}

extension Optional {
  /// The value, which `make` creates on first use.
  @inlinable package mutating func orMade(by make: () throws -> Wrapped) rethrows -> Wrapped {
    if let self { return self }
    let made = try make()
    self = made
    return made
  }
}
