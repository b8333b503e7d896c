internal import ComponentQuery

/// A word that may be misspelled, to compare with others.
///
/// One letter may be wrong in a word of up to 6 letters, two in one of up to 9, three in a longer one: omitted, added,
/// changed, or swapped with its neighbour (Damerau–Levenshtein). A difference that no slip of the fingers or the ear
/// explains isn't a misspelling: see ``WordShape``.
package struct Spelling {
  let word: String
  private let scalars: [Unicode.Scalar]
  private let letters: UInt64
  /// Maximum number of wrong letters.
  let limit: Int

  /// Creates a pattern from a folded word.
  package init(_ word: String) {
    self.word = word
    scalars = Array(word.unicodeScalars)
    letters = Self.letters(word.utf8)
    limit = scalars.count < 7 ? 1 : scalars.count < 10 ? 2 : 3
  }

  private var count: Int { scalars.count }

  /// The bytes that a text contains, as bits. Each wrong letter changes at most two of them in ASCII.
  private static func letters(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Whether a word may be within a distance, judging by its bytes. A correction asks this of about ten thousand words.
  func isPossible(_ bytes: ArraySlice<UInt8>, within distance: Int) -> Bool {
    guard bytes.count >= count - distance else { return false }
    // SAFETY: The buffer is read within its bounds, and not kept.
    return bytes.withUnsafeBufferPointer { bytes in
      var others: UInt64 = 0
      for index in 0..<bytes.count {
        // Letters outside ASCII take several bytes.
        if bytes[index] >= 0x80 { return true }
        others |= 1 &<< UInt64(bytes[index] & 63)
      }
      return bytes.count <= count + distance && (others & ~letters).nonzeroBitCount <= distance
    }
  }

  /// Whether a word has the same first letter.
  func hasSameStart(_ other: String) -> Bool { other.unicodeScalars.first == scalars.first }

  /// The number of wrong letters; nil if the other word is the same, or not near enough.
  package func distance(to other: String, atMost limit: Int) -> Int? {
    guard let found = editDistance(scalars, Array(other.unicodeScalars), atMost: limit), found > 0 else { return nil }
    guard found == 1 && count > 3 || hasSameStart(other) else { return nil }
    return WordShape(word).isSlip(for: WordShape(other), distance: found) ? found : nil
  }

  /// A word that is near in spelling.
  package struct Neighbour: Comparable {
    var distance: Int
    /// Whether the distance is that of a stem.
    var isOfStem: Bool
    var hasSameStart: Bool
    /// The word as it is indexed.
    package var word: String

    /// The nearest first, then whole words before stems, then those with the same first letter.
    package static func < (a: Neighbour, b: Neighbour) -> Bool { a.order < b.order }

    private var order: (Int, Int, Int, String) { (distance, isOfStem ? 1 : 0, hasSameStart ? 0 : 1, word) }
  }

  /// The neighbours among some words; nil if the word itself is among them.
  ///
  /// - Parameters:
  ///   - words: one per line.
  ///   - isOfStem: whether this spelling is the stem of a word.
  package func neighbours(in words: [UInt8], ofStem isOfStem: Bool = false) -> [Neighbour]? {
    var found: [Neighbour] = []
    for line in Lines(words) where isPossible(line, within: limit) {
      let other = String(decoding: line, as: UTF8.self)
      if other == word { return nil }
      guard let distance = distance(to: other, atMost: limit) else { continue }
      found.append(
        Neighbour(
          distance: distance, isOfStem: isOfStem, hasSameStart: hasSameStart(other), word: other))
    }
    return found
  }
}

/// The lines of a text that are not empty, as bytes. `split` would make a list of all of them first.
struct Lines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    // SAFETY: The buffer is read within its bounds, and not kept.
    let line: Range<Int>? = bytes.withUnsafeBufferPointer { bytes in
      var start = position
      while start < bytes.count, bytes[start] == UInt8(ascii: "\n") { start += 1 }
      guard start < bytes.count else { return nil }
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      return start..<end
    }
    position = line?.upperBound ?? bytes.count
    return line.map { bytes[$0] }
  }
}

/// Finds the words nearest to a given one in spelling.
struct NearestWords {
  private let spelling: Spelling
  private var distance: Int
  private var hasFirstLetter = false
  /// Whether to accept a word.
  private let isKnown: (String) throws -> Bool
  /// The nearest words so far.
  private(set) var words: [String] = []

  init(to word: String, isKnown: @escaping (String) throws -> Bool) {
    self.isKnown = isKnown
    spelling = Spelling(word)
    distance = spelling.limit
  }

  /// Considers a word, which is given as bytes.
  mutating func consider(_ bytes: ArraySlice<UInt8>) throws {
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
