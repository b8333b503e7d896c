/// A word as the set of its runs of three and four letters, by which it is compared with words that merely resemble it: a
/// compound with its parts, a form with another.
///
/// The beginning counts as a letter, so words that begin alike resemble each other more.
struct WordGrams {
  /// Each run once.
  private let grams: [UInt64]
  /// The runs as bits: nearly all runs of other words are told apart by these.
  private let filter: UInt64

  /// The fewest letters of a word that can resemble another: shorter ones differ by too little.
  private static let fewest = 4
  /// The least resemblance: that of words with nearly half of their runs in common.
  static let least: Float = 0.45

  /// The runs of a folded word; nil for one that is too short.
  init?(_ word: String) {
    var grams: [UInt64] = []
    var count = 0
    Self.forEachGram(of: word.unicodeScalars.lazy.map(\.value)) { if !grams.contains($0) { grams.append($0) } }
    for _ in word.unicodeScalars { count += 1 }
    guard count >= Self.fewest else { return nil }
    self.grams = grams
    filter = grams.reduce(0) { $0 | Self.bit(of: $1) }
  }

  /// How much a word resembles it, from 0 to 1 (Dice); 0 below ``least``.
  ///
  /// - Parameter word: the word's bytes.
  func resemblance(to word: ArraySlice<UInt8>) -> Float {
    // Each byte ends at most two runs, so words that are too short needn't be divided.
    guard Float(4 * word.count) >= Self.least * Float(grams.count + 2 * word.count) else { return 0 }
    let isASCII = word.allSatisfy { $0 < 0x80 }
    return isASCII
      ? resemblance(to: word.lazy.map(UInt32.init))
      : resemblance(to: String(decoding: word, as: UTF8.self).unicodeScalars.lazy.map(\.value))
  }

  private func resemblance(to scalars: some Sequence<UInt32>) -> Float {
    var (all, shared) = (0, 0)
    Self.forEachGram(of: scalars) { gram in
      all += 1
      if filter & Self.bit(of: gram) != 0, grams.contains(gram) { shared += 1 }
    }
    let found = Self.dice(shared, of: grams.count, and: all)
    return found >= Self.least ? min(1, found) : 0
  }

  private static func dice(_ shared: Int, of first: Int, and second: Int) -> Float {
    2 * Float(min(shared, first)) / Float(max(1, first + second))
  }

  private static func bit(of gram: UInt64) -> UInt64 { 1 << ((gram &* 0x9E37_79B9_7F4A_7C15) >> 58) }

  /// Passes each run to `body`: three scalars as they are, four as a hash that no three have.
  @inline(__always)
  private static func forEachGram(of scalars: some Sequence<UInt32>, _ body: (UInt64) -> Void) {
    let three: UInt64 = (1 << 63) - 1
    var (run, count) = (UInt64(0x5E), 1)
    for scalar in scalars {
      let first = run >> 42
      run = (run << 21 | UInt64(scalar)) & three
      count += 1
      if count >= 3 { body(run) }
      if count >= 4 { body((run &+ first &* 0xD6E8_FEB8_6659_FD93) | 1 << 63) }
    }
  }
}
