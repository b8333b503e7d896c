internal import ComponentModel
internal import ComponentQuery

/// Components in the order of a list, and how many of them are good answers.
struct Answers {
  let components: [Component]
  /// The number of good answers, which come first.
  let goodCount: Int
  /// Says what of a search's notes holds for these components.
  var notes: ([SearchNote]) -> [SearchNote] = { $0 }

  /// Components that nothing ranks: all are good answers.
  init(_ components: [Component]) {
    self.components = components
    goodCount = components.count
  }

  /// Ranked components.
  ///
  /// - Parameter points: the points of each component.
  init(_ components: [Component], points: [Int]) {
    self.components = components
    goodCount = Self.goodCount(points) { components[$0].variant == components[$0 - 1].variant }
  }

  /// A list of this length is read at a glance, and is not cut.
  private static let longestWhole = 25
  /// The minimum number of good answers, so that there is a choice even if the first is far better than the others.
  private static let fewest = 10
  /// The share of the best one's points that a good answer must have. A tag or a class by itself gives two fifths of
  /// what it gives together with the name; a word in a comment or a parameter gives a tenth.
  private static let share = (numerator: 2, denominator: 5)

  /// The number of good answers: they end after the last one that has the share of the best one's points. Variants stay
  /// together.
  ///
  /// - Parameter isVariant: whether the component at a position is a variant of the one before it.
  static func goodCount(_ points: [Int], isVariant: (Int) -> Bool) -> Int {
    guard points.count > longestWhole, let best = points.max(), best > 0 else { return points.count }
    let least = (best * share.numerator + share.denominator - 1) / share.denominator
    var count = max(fewest, (points.lastIndex { $0 >= least } ?? 0) + 1)
    while count < points.count, isVariant(count) { count += 1 }
    return count
  }
}
