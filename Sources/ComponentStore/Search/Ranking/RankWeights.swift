internal import ComponentQuery

/// What a match is worth: a word of the name says most about a component, a preset's least.
enum RankWeights {
  /// What a word counts in a field.
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

  /// The share of that weight that a kind of match earns.
  static func quality(of match: WordMatch) -> Float {
    switch match {
    case .whole, .start, .exact: 1
    case .stem: 0.95
    case .joined: 0.9
    case .prefix: 0.72
    case .infix: 0.4
    }
  }

  /// What the name of a tag counts, and of a broad one such as Effects.
  static let tag: Float = 8
  static let broadTag: Float = 6.4
  /// How much of that a part of its name counts.
  static let partOfTag: Float = 0.6
  /// What more the name of a tag counts where the component's name has it too.
  static let namedTag: Float = 2
  /// What a match in another field adds, besides the best.
  static let otherField: Float = 0.25
  /// What the worse of a word and a tag adds to the better.
  static let otherName: Float = 0.3
  /// What all words side by side in one field count, by word.
  static let joinedNames: Float = 1.1
  /// What an optional word counts, and what more if it names a tag.
  static let optional: Float = 0.2
  static let optionalTag: Float = 3
  /// What an intent's target counts for each point of its weight.
  static let intent: Float = 10
  /// What the other targets of an intent add to the best, and the name of a tag in a component's.
  static let otherTarget: Float = 0.2
  static let namedTarget: Float = 0.2
  /// How much a word counts beside an intent: all results are of the kind that it names.
  static let wordBesideIntent: Float = 0.5

  /// What a tag counts that says what a component is used on.
  static let preferred: Float = 15

  /// How much of a target counts where its words are only in a field.
  static func targetQuality(of field: WordField) -> Float {
    switch field {
    case .name, .maker, .pluginClass, .uri: 1
    case .comment: 0.85
    case .parameter, .preset: 0.7
    }
  }

  /// Bonuses for a name that equals the words, begins with them, contains them as a phrase, contains them all.
  static let wholeName: Float = 12
  static let nameStart: Float = 7
  static let namePhrase: Float = 5
  static let allInName: Float = 4
  /// What each word of a name takes away.
  static let nameLength: Float = 0.15

  /// What counts against variants that were not asked for: a word of the name, and what asks for it begins with.
  static let variants: [(word: String, asked: String, points: Float)] = [
    ("leftright", "left", 2.5), ("midside", "mid", 2.5), ("sidechain", "side", 2), ("multiband", "multi", 2),
  ]

  /// How much a tag counts where a component has several: one with many is less about each.
  static func tagShare(count: Int) -> Float { 1 / (1 + 0.06 * Float(max(0, count - 3))) }
}
