/// Finds the words nearest to a given one in spelling.
struct NearestWords {
  private let word: [Unicode.Scalar]
  private let letters: UInt64
  /// The most letters that may be wrong.
  private let limit: Int
  private var distance: Int
  private var hasFirstLetter = false
  /// Whether a word counts.
  private let isKnown: (String) throws -> Bool
  /// The nearest so far.
  private(set) var words: [String] = []

  init(to word: String, isKnown: @escaping (String) throws -> Bool) {
    self.isKnown = isKnown
    self.word = Array(word.unicodeScalars)
    letters = Self.letters(word.utf8)
    limit = self.word.count < 6 ? 1 : self.word.count < 9 ? 2 : 3
    distance = limit
  }

  /// Which bytes a text has, as bits. Each wrong letter changes at most two in ASCII.
  private static func letters(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Considers a word by its bytes.
  mutating func consider(_ bytes: some Collection<UInt8>) throws {
    guard bytes.count >= word.count - distance else { return }
    // Other letters have several bytes.
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isASCII {
      let others = (Self.letters(bytes) & ~letters).nonzeroBitCount
      guard bytes.count <= word.count + distance, others <= distance else { return }
    }
    try consider(String(decoding: bytes, as: UTF8.self))
  }

  /// Considers a word.
  mutating func consider(_ other: String) throws {
    let letters = Array(other.unicodeScalars)
    guard abs(letters.count - word.count) <= distance, let found = distance(to: letters), found > 0 else { return }
    let isSame = letters.first == word.first
    let isBetter = found < distance || words.isEmpty || isSame && !hasFirstLetter
    guard isBetter || isSame == hasFirstLetter && !words.contains(other), try isKnown(other) else { return }
    (distance, hasFirstLetter) = (found, isSame)
    words = isBetter ? [other] : words + [other]
  }

  /// The number of letters that are inserted, left out, replaced, or swapped with the next (Damerau and Levenshtein); nil if
  /// it is more than ``distance``.
  private func distance(to other: [Unicode.Scalar]) -> Int? {
    var before: [Int] = []
    var previous = Array(0...other.count)
    for row in word.indices {
      var current = [row + 1]
      for column in other.indices {
        var cost = min(
          previous[column] + (word[row] == other[column] ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      if current.allSatisfy({ $0 > distance }) { return nil }
      (before, previous) = (previous, current)
    }
    return previous[other.count] <= distance ? previous[other.count] : nil
  }
}
