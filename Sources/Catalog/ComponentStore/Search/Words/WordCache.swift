internal import ComponentQuery
internal import SQLite

/// What a connection has read from the index of words, valid as long as its ``CatalogCache``.
final class WordCache {
  private let connection: Connection
  /// The names of standard tags in all languages.
  let aliases: AliasReader
  private var listedWords: WordList?
  /// By block; nil for those that haven't been read.
  private var blockFeatures: [FeatureBlock?] = []
  private var frequencies: [String: Int] = [:]
  private var hits: [HitKey: [WordHit]] = [:]
  private var hitSize = 0
  private var typedText: [UInt8]?

  private struct HitKey: Hashable {
    var tokens: [String]
    var worst: WordMatch
    var fields: FieldScope
  }

  /// Maximum memory for hits, in bytes.
  private static let hitLimit = 16 << 20

  init(_ connection: Connection) {
    self.connection = connection
    aliases = AliasReader(connection)
  }

  /// The words that are not joined ones.
  func list() throws -> WordList {
    try listedWords.orMade { try WordList(connection) }
  }

  /// The words that people type to mean something, one per line, read once.
  func typedWords(read: () throws -> String) rethrows -> [UInt8] {
    try typedText.orMade { Array(try read().utf8) }
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

  /// What ranking knows of a component.
  ///
  /// An array of blocks, because a dictionary hashes once a component and use, which is most of ranking's time in a large
  /// result.
  func features(of row: Int64) throws -> ComponentFeatures {
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
