/// A part of the points that decide a component's place in a list.
public struct RankPart: Hashable, Sendable {
  /// The reason for the points.
  public enum Subject: Hashable, Sendable {
    /// How well the whole name matches; long names lose points.
    case name
    /// A word, in the fields and tags that have it.
    case word(String)
    /// What helps with an intent.
    case intent
  }

  /// The reason for the points.
  public var subject: Subject
  /// The points; negative if they count against the component.
  public var points: Double
  /// The contributions that make up the points.
  public var contributions: [RankContribution]

  package init(_ subject: Subject, points: Double, contributions: [RankContribution]) {
    self.subject = subject
    self.points = points
    self.contributions = contributions
  }
}

/// A contribution to a part of the points that decide a component's place: a weight times a share times a factor.
public struct RankContribution: Hashable, Sendable {
  /// Where the points come from.
  public enum Source: Hashable, Sendable {
    /// The words as the name, side by side in it, or all of them in it.
    case wording
    /// The component is a variant that the words don't ask for.
    case variant
    /// The length of the name.
    case length
    /// A field that has the word, by its key.
    case field(Key)
    /// A tag that the word names, or that helps with an intent.
    case tag(String)
    /// The number of its tags: the more there are, the less each says.
    case breadth
    /// The component is not of the kind that the words name; it only mentions them.
    case otherKind
    /// A validation could not load or run the component.
    case failing
    /// Words that help with an intent.
    case words(String)
  }

  /// Where the points come from.
  public var source: Source
  /// The weight of the source, by the way in which it matches the word.
  public var weight: Double
  /// The share of the weight that counts: less than 1 if a better source has the word, too.
  public var share: Double
  /// A further factor in the points, such as the rarity of the word.
  public var factor: Double

  /// The points, which add up to those of the part.
  public var points: Double { weight * share * factor }

  package init(_ source: Source, weight: Double, share: Double = 1, factor: Double = 1) {
    self.source = source
    self.weight = weight
    self.share = share
    self.factor = factor
  }
}
