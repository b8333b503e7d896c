internal import CatalogStore
internal import ComponentQuery

/// The weights by which near answers are found, as BM25F has them.
///
/// They were measured with judged searches (`Tests/Benchmarks/SearchQuality`). Only coarse differences have an effect, since
/// what is near follows after all that matches.
enum NearWeights {
  /// The weight of a word in a field.
  static func weight(of field: WordField) -> Float {
    switch field {
    case .name: 8
    case .maker: 6
    case .pluginClass: 5
    case .comment: 2.5
    // It repeats the name and the maker.
    case .uri: 2
    case .parameter: 1.5
    case .preset: 1.2
    }
  }

  /// The weight of a word in a tag's name: that of a component's own name.
  static let tag: Float = 8
  /// The share of a field's weight for another form or division of the word.
  static let otherForm: Float = 0.9
  /// The sum of weights that gives half of the points that a word can give: `k1` of BM25.
  static let saturation: Float = 1.2
  /// The share of a word's points that one resembling it completely would give.
  static let resemblance: Float = 0.8

  /// What at least this many components have isn't sought by words that resemble it.
  static let frequent = 3
  /// The most words whose resemblances are sought, and the most that are compared at all: a search of 500 words must not
  /// take longer than others.
  static let mostResembled = 3
  static let mostWords = 16

  /// The shares of the points of the best component, and of those that one with all words would have, below which nothing
  /// is near: what has only a common word of several is not.
  static let shareOfBest: Float = 0.3
  static let shareOfAll: Float = 0.15
}
