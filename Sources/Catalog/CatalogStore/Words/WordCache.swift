package import ComponentModel
internal import ComponentQuery
package import SQLite

/// Rows that a connection has read from the index of words, valid as long as its ``CatalogCache``.
package final class WordCache {
  let connection: Connection
  /// The rows that the caller sees.
  let visibility: Visibility
  let rules: any TextRules
  private var listedWords: WordList?
  /// The features by block; nil for blocks that haven't been read.
  private var blockFeatures: [FeatureBlock?] = []
  private var frequencies: [String: Int] = [:]
  private var hits: [HitKey: [WordHit]] = [:]
  private var hitSize = 0
  private var presetWords: [Int64: FieldWords] = [:]
  private var presetWordCount = 0

  private struct HitKey: Hashable {
    var tokens: [String]
    var worst: WordMatch
    var fields: FieldScope
  }

  /// Maximum memory for hits, in bytes.
  private static let hitLimit = 16 << 20

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
    let size = found.reduce(256) { $0 + $1.rows.words.count * 8 }
    if hitSize + size > Self.hitLimit { (hits, hitSize) = ([:], 0) }
    hits[key] = found
    hitSize += size
    return found
  }

  /// The number of components that have a word, computed once.
  func frequency(of word: String, count: () throws -> Int) throws -> Int {
    try frequencies[word].orMade(by: count)
  }

  /// The words of a component's presets that the caller sees. The cache holds about 100,000 words.
  func presetWords(of row: Int64) throws -> FieldWords {
    if let known = presetWords[row] { return known }
    let presets = try StoredTexts(connection: connection).presets(ofComponent: row, visibility)
    let words = FieldWords(presets, of: .preset, rules: rules)
    if presetWordCount > 100_000 { (presetWords, presetWordCount) = ([:], 0) }
    presetWords[row] = words
    presetWordCount += words.places.count
    return words
  }

  /// The facts that ranking needs about components, in the same order as their rows.
  package func features(of rows: [Int64]) throws -> [ComponentFeatures] {
    var features: [ComponentFeatures] = []
    features.reserveCapacity(rows.count)
    for row in rows { features.append(try self.features(of: row)) }
    return features
  }

  /// The facts that ranking needs about a component.
  ///
  /// The blocks are in an array: a dictionary would hash once per component and use, which would take most of the time
  /// for ranking a large result.
  package func features(of row: Int64) throws -> ComponentFeatures {
    let (block, offset) = PostingBlock.position(of: row)
    if block < blockFeatures.count, let known = blockFeatures[Int(block)] { return known[offset] }
    return try readFeatures(block)[offset]
  }

  private func readFeatures(_ block: Int64) throws -> FeatureBlock {
    let features = try WordBlockWriter(connection: connection).read(block)
    if block >= blockFeatures.count {
      blockFeatures += Array(repeating: nil, count: Int(block) + 1 - blockFeatures.count)
    }
    blockFeatures[Int(block)] = features
    return features
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
