internal import ComponentQuery
internal import Glibc

/// What evidence is worth. Everything is on one scale: where it stands × how rare it is × how surely it shows what was asked
/// for. Only proportions count; they were set by hand to order judged searches (`Tests/Benchmarks/SearchQuality`).
enum Weights {
  /// A word in a field: authors choose names with care, a URI repeats them, a comment also mentions what a component is not,
  /// and parameters and presets name only parts of it.
  static func of(_ field: WordField) -> Float {
    switch field {
    case .name: 8
    case .maker: 6
    case .pluginClass: 5
    case .uri: 4
    case .comment: 3.75
    case .parameter: 1.8
    case .preset: 1.5
    }
  }

  /// A tag: as much as a name.
  static let tag: Float = 8
  /// The share for a part of an author's or a user's tag: "gate" is half of Noise Gate, and the half that matters.
  static let partOfTag: Float = 0.6

  /// The share for a kind of match: another form or division is nearly the word itself, a beginning is often another word,
  /// and a part mostly is.
  static func share(of match: WordMatch) -> Float {
    switch match {
    case .whole, .start, .exact: 1
    case .stem: 0.95
    case .joined: 0.9
    case .prefix: 0.72
    case .infix: 0.4
    }
  }

  /// The share of the second best evidence of a demand: fields and tags repeat each other.
  static let further: Float = 0.3
  /// The share of words in the texts of a component that isn't tagged as the kind they name: an instrument tuner isn't an
  /// instrument. It is more than half, because some tags are missing.
  static let otherKind: Float = 0.7
  /// The share of a demand that need not be met: the rarer, the more it says.
  static func optional(_ rarity: Float) -> Float { min(1, max(0.3, (rarity - 1) / 3)) }
  /// The share of such a demand beside an aim, which says what it is about.
  static let besideAim: Float = 0.2
  /// The share of the words of an aim themselves, beside what helps with it.
  static let wordsOfAim: Float = 0.4
  /// The same for a single word.
  static let wordOfAim: Float = 0.7
  /// The share of a preset of a component with hundreds of them.
  static let ofManyPresets: Float = 0.3
  /// The share of an aim beside one of more words.
  static let otherAim: Float = 0.5
  /// The share of each further thing that helps with an aim.
  static let otherHelp: Float = 0.12
  /// The rarity of what helps with an aim or shows a feature: the table says how much it helps, not how rare it is.
  static let helping: Float = 3.5
  /// The share of a feature: most results show it in some way.
  static let feature: Float = 0.8

  /// A standard tag whose name is in the component's name, too: it counts beside the tag, as the words do where they were
  /// typed.
  static let namedTag: Float = 3
  /// The same for a tag that only helps with an aim.
  static let namedHelp: Float = 0.6

  // MARK: The whole name

  /// A name that is the words, begins with them, has them side by side, or has them all: people who type a name want that
  /// component, whatever else has the words.
  static let wholeName: Float = 12
  static let nameStart: Float = 7
  static let namePhrase: Float = 6
  static let allInName: Float = 4

  // MARK: Among equals

  /// For each word of a name, and each tag beyond three: too little to separate what people would call equal.
  static let nameLength: Float = -0.15
  static let furtherTag: Float = -0.6
  /// A component that isn't of a kind that the words name: it only mentions it. The kind that the other words describe
  /// weighs more: a brass synthesizer is a synthesizer.
  static let unmetKind: Float = -8
  static let unmetMainKind: Float = -16
  /// The share of that for a component that mentions the kind.
  static let mentioned: Float = 0.25
  /// A component for another use than the one asked for: a guitar's compressor for vocals.
  static let otherUse: Float = -5
  /// A component that doesn't load: after everything else.
  static let failing: Float = -1_000

  /// Variants that were not asked for: the word in the name, the prefix of the words that ask for it, and the points. They
  /// are less than those for a word in the name, so that variants stay among their kind.
  static let variants: [(word: String, asked: String, points: Float)] = [
    ("leftright", "left", -2.5), ("midside", "mid", -2.5), ("sidechain", "side", -2), ("multiband", "multi", -2),
  ]
}

/// How much something says that only some components have: one of 700 counts four times as much as all of them.
struct Rarity {
  private let all: Float

  /// - Parameter count: the number of components.
  init(of count: Int) { all = Float(max(1, count)) }

  func of(_ count: Int) -> Float { max(1, 1 + log(all / Float(1 + count)) / 2) }
}
