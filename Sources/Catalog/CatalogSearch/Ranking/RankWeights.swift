internal import ComponentQuery

/// The weights of matches: a word in the name says most about a component, one in a preset least.
///
/// They were set by hand so as to put the results of judged searches (`Tests/Benchmarks/SearchQuality`) in order; only
/// their proportions count.
enum RankWeights {
  /// The weight of a word in a field: authors choose the component's and the maker's name with care, a URI repeats
  /// them, a comment also mentions what a component is not, and parameters and presets name only parts of it.
  static func weight(of field: WordField) -> Float {
    switch field {
    case .name: 8
    case .maker: 6
    case .pluginClass: 5
    case .uri: 4
    case .comment: 2.5
    case .parameter: 1.2
    case .preset: 1
    }
  }

  /// The share of that weight for a kind of match: another form or division is nearly the word itself, a beginning is
  /// often another word, and a part mostly is.
  static func quality(of match: WordMatch) -> Float {
    switch match {
    case .whole, .start, .exact: 1
    case .stem: 0.95
    case .joined: 0.9
    case .prefix: 0.72
    case .infix: 0.4
    }
  }

  /// The weight of a tag's name: that of a name, because it is as specific. A broad tag, such as Effects, counts about
  /// as much as a maker, which says as little.
  static let tag: Float = 8
  static let broadTag: Float = 6.4
  /// The share of a tag's weight for a part of its name: "gate" is half of Noise Gate, and the half that matters.
  static let partOfTag: Float = 0.6
  /// The share of a word's fields that counts if the word names a kind and the component is not tagged with it: an
  /// instrument tuner isn't an instrument. It is more than half, because some tags are missing.
  static let otherKind: Float = 0.7
  /// The bonus for a tag's name if the component's name has it too: it only decides among equals.
  static let namedTag: Float = 1
  /// The share of a match in another field that is added to the best match: fields repeat each other.
  static let otherField: Float = 0.25
  /// The share of the lower of a word's and a tag's weight that is added to the higher: both may say the same.
  static let otherName: Float = 0.3
  /// The weight of all words side by side in one field, per word: a little more than each by itself.
  static let joinedNames: Float = 1.1
  /// The divisor of the logarithm of a word's rarity: a word that one of 700 components has counts four times as much
  /// as one that all have, so that it wins over a common word in a better field.
  static let rarityScale: Float = 2
  /// The weight of an optional word, less than any that is required, and its bonus if it names a tag.
  static let optional: Float = 0.2
  static let optionalTag: Float = 3
  /// The weight of an intent's target, per point: with the most points, 3, it is more than that of a word that only
  /// describes.
  static let intent: Float = 10
  /// The share of an intent's other targets that is added to the best one, and the bonus for a tag's name in a
  /// component's name: what serves in one way is better than what helps a little in several.
  static let otherTarget: Float = 0.2
  static let namedTarget: Float = 0.2
  /// The share of the points for another intent that is added to those for the best: what serves both comes first.
  static let otherIntent: Float = 0.5
  /// The share of a word's weight in a search with an intent: all results are of the kind that the word names.
  static let wordBesideIntent: Float = 0.5
  /// The share of an intent's weight that counts for the evidence of a feature: most results show the feature in some
  /// way.
  static let feature: Float = 0.5

  /// The points for the kind that the other words describe, if nothing has all words: more than two words give.
  static let head: Float = 40
  /// The points per step of nearness to a widened search: more than all its words together give.
  static let tier: Float = 100
  /// The weight of a tag that says what a component is used on: more than a word beside it can add, since it was asked
  /// for.
  static let preferred: Float = 15

  /// The share of a target's weight if this is the best field with its words: a parameter or preset is only part of a
  /// component.
  static func targetQuality(of field: WordField) -> Float {
    switch field {
    case .name, .maker, .pluginClass, .uri: 1
    case .comment: 0.85
    case .parameter, .preset: 0.7
    }
  }

  /// Bonuses for a name that equals the words, begins with them, contains them as a phrase, or contains them all:
  /// people who type a name want that component, whatever else has the words.
  static let wholeName: Float = 12
  static let nameStart: Float = 7
  static let namePhrase: Float = 5
  static let allInName: Float = 4
  /// The deduction for each word of a name: too little to separate what people would call equal.
  static let nameLength: Float = 0.15

  /// The deductions for variants that were not requested: the word in the name, the prefix of the words that ask for
  /// it, and the points. They are less than those for a word in the name, so that variants stay among their kind.
  static let variants: [(word: String, asked: String, points: Float)] = [
    ("leftright", "left", 2.5), ("midside", "mid", 2.5), ("sidechain", "side", 2), ("multiband", "multi", 2),
  ]

  /// The share of a tag's weight that counts in a component with `count` tags: the more tags there are, the less each
  /// says. Three are usual: the kind, its group, and Effects.
  static func tagShare(count: Int) -> Float { 1 / (1 + 0.06 * Float(max(0, count - 3))) }
}
