import TestSupport

/// Makes texts that are nearly predicates: it cuts, splices, doubles, swaps and inserts pieces of ones that are.
struct TextMutation {
  var generator: SeededGenerator
  let corpus: [[Unicode.Scalar]]

  init(generator: SeededGenerator, corpus: [String]) {
    self.generator = generator
    self.corpus = corpus.map { Array($0.unicodeScalars) }
  }

  /// A text of the corpus with one to four changes.
  mutating func next() -> String {
    var scalars = generator.pick(corpus)
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&scalars) }
    return String(String.UnicodeScalarView(scalars.prefix(2_000)))
  }

  private mutating func change(_ scalars: inout [Unicode.Scalar]) {
    let range = range(in: scalars)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: scalars.removeSubrange(range)
    case 1: scalars.insert(contentsOf: Array(scalars[range]), at: range.lowerBound)
    case 2: scalars.insert(contentsOf: Array(scalars[range]), at: position(in: scalars))
    case 3:
      let other = generator.pick(corpus)
      scalars.replaceSubrange(range, with: other[self.range(in: other)])
    case 4: swapHalves(&scalars, around: range)
    case 5, 6: scalars.insert(contentsOf: Array(generator.pick(Self.tokens).unicodeScalars), at: range.lowerBound)
    default: scalars.insert(contentsOf: noise(), at: range.lowerBound)
    }
  }

  private mutating func swapHalves(_ scalars: inout [Unicode.Scalar], around range: Range<Int>) {
    let before = scalars[..<range.lowerBound]
    scalars = Array(scalars[range.upperBound...] + scalars[range] + before)
  }

  private mutating func position(in scalars: [Unicode.Scalar]) -> Int {
    Int.random(in: 0...scalars.count, using: &generator)
  }

  private mutating func range(in scalars: [Unicode.Scalar]) -> Range<Int> {
    let (a, b) = (position(in: scalars), position(in: scalars))
    return min(a, b)..<max(a, b)
  }

  /// What random bytes are when they are read as UTF-8, or scalars from everywhere.
  private mutating func noise() -> [Unicode.Scalar] {
    let count = Int.random(in: 1...6, using: &generator)
    if generator.chance(50) {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
    let limit: UInt32 = generator.pick([0x20, 0x80, 0x300, 0x3000, 0x11_0000])
    return (0..<count).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) }
  }

  private static let tokens = [
    " and ", " or ", " not ", "(", ")", "{", "}", ",", "'", "\"", "\\", "[c]", "[cd]", "[", "]", "==", "!=", "<", ">=",
    "=",
    "!", "&&", "||", "~", "%@", " in ", " between ", " contains ", " like ", " matches ", "ANY ", "ALL ", "NONE ",
    "name",
    "tag", "tags.@count", "type", "addedAt", "version", "latency", "hidden", "preset.name", " nil ", " yes ", " 42 ",
    "-1e5",
    "1e999", "2026-11-21", "2.10", "Effect", "\\u0041", "\\ud83d\\ude00", "\\ud800", "http://x/y#z?a=b",
    "truepredicate",
    "\u{0}", "\u{1B}", "\u{202E}", "e\u{301}", "\u{301}", "鼓", "\u{A0}", "\u{2028}", "\r\n", "\u{FEFF}", "\u{10FFFF}",
  ]
}
