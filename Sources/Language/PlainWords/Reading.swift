import ComponentModel
import ComponentQuery

/// One way to read some words of a text.
struct Reading {
  /// What the words mean.
  enum Sense {
    /// Themselves, as texts have them; or one of these other spellings: `dragonfly` for "dragon fly".
    case literal(others: [[String]])
    /// The one word that they form: `x42` for "x 42".
    case joined(String)
    /// Standard tags, or themselves.
    case tags([NamedTag], others: [[String]])
    /// What helps with an intent. The name is its words as one, if people write them so, too.
    case aim([Evidence], name: String?)
    /// What shows a feature.
    case feature([Evidence])
    case condition(ComponentPredicate)
    /// What a component must not be.
    case exclusion(ComponentPredicate)
    /// Nothing.
    case filler
    /// Nothing that can be compared, as the note says.
    case unreadable(SearchNote)
  }

  /// The positions of the words, in ascending order.
  let positions: [Int]
  let sense: Sense
  /// How much it explains.
  let value: Double

  /// - Parameters:
  ///   - weight: how well this kind of reading explains a word.
  ///   - fillers: how many of the words mean nothing by themselves.
  ///   - gaps: how many words that mean something stand between them.
  init(_ positions: some Sequence<Int>, _ sense: Sense, weight: Double, fillers: Int = 0, gaps: Int = 0) {
    let all = Array(positions)
    self.positions = all
    self.sense = sense
    value = weight * Self.size(all.count - fillers, fillers) - Self.gap * Double(gaps)
  }

  /// The cost of each word between those of a reading: of two, the one whose words stand together is meant.
  private static let gap = 0.5

  /// Several words that mean something together are better explained than by readings of fewer words each.
  private static func size(_ words: Int, _ fillers: Int) -> Double {
    let sizes = [0.5, 1, 3, 8, 20, 45, 100]
    return sizes[min(words, sizes.count - 1)] + 0.6 * Double(fillers)
  }

  var mask: UInt32 { positions.reduce(0) { $0 | 1 << UInt32($1) } }

  /// Whether it says what a component is, rather than what it is used on.
  var namesKind: Bool {
    if case .tags(let tags, _) = sense { !tags.allSatisfy { TagUse.all.contains($0.tag.identifier) } } else { false }
  }

  /// Whether it asks for something that components have.
  var isDemand: Bool {
    switch sense {
    case .literal, .joined, .tags, .aim, .feature: true
    case .condition, .exclusion, .filler, .unreadable: false
    }
  }

  /// Whether it is a single word that names a tag, perhaps with a wrong ending.
  var isOneName: Bool { if case .tags = sense { positions.count == 1 } else { false } }

  /// Whether it is more than the words themselves.
  var isMeaning: Bool {
    switch sense {
    case .literal, .joined, .filler, .unreadable: false
    case .tags, .aim, .feature, .condition, .exclusion: true
    }
  }
}

/// How well each kind of reading explains a word: of readings of the same words, the one with the greatest weight counts.
enum ReadingWeight {
  static let exclusion = 2.0
  /// A condition is stated in words for just that.
  static let condition = 1.35
  static let feature = 1.3
  /// An intent is what the person said of the words; a tag only one thing that they name.
  static let aim = 1.2
  static let tag = 1.1
  static let joined = 1.05
  static let filler = 0.5
  /// What can't be read as a condition may still mean something else.
  static let unreadable = 0.9

  /// A word by itself: that nothing has it is no reason to read others differently.
  static func literal(_ level: WordStanding.Level) -> Double { level == .strong ? 1 : filler }
}

/// The standard tags that say what a plugin is used on, and not what it is.
package enum TagUse {
  package static let all: Set<String> = ["guitar", "vocal", "bass", "drums", "percussion", "effects"]
  /// What plays, and may be what an effect is for: "wrong notes of my keyboard".
  static let instruments: Set<String> = [
    "instrument", "synthesizer", "keys", "piano", "electric-piano", "organ", "sampler", "strings",
  ]
}
