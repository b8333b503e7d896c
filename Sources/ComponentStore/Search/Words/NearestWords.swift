/// Finds the words nearest to a given one in spelling.
struct NearestWords {
  private let spelling: Spelling
  private var distance: Int
  private var hasFirstLetter = false
  /// Whether to accept a word.
  private let isKnown: (String) throws -> Bool
  /// The nearest so far.
  private(set) var words: [String] = []

  init(to word: String, isKnown: @escaping (String) throws -> Bool) {
    self.isKnown = isKnown
    spelling = Spelling(word)
    distance = spelling.limit
  }

  /// Considers a word by its bytes.
  mutating func consider(_ bytes: some Collection<UInt8>) throws {
    guard spelling.isPossible(bytes, within: distance) else { return }
    let other = String(decoding: bytes, as: UTF8.self)
    guard let found = spelling.distance(to: other, atMost: distance) else { return }
    let isSame = spelling.hasSameStart(other)
    let isBetter = found < distance || words.isEmpty || isSame && !hasFirstLetter
    guard isBetter || isSame == hasFirstLetter && !words.contains(other), try isKnown(other) else { return }
    (distance, hasFirstLetter) = (found, isSame)
    words = isBetter ? [other] : words + [other]
  }
}
