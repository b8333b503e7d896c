/// A part of the points that decide a component's place in a list.
public struct RankPart: Hashable, Sendable {
  /// What the points are for.
  public enum Subject: Hashable, Sendable {
    /// How well the whole name matches; long names lose points.
    case name
    /// A word, in the fields and tags that have it.
    case word(String)
    /// What helps with an intent.
    case intent
  }

  /// What the points are for.
  public var subject: Subject
  /// The points; negative if they count against the component.
  public var points: Double
  /// What the points consist of.
  public var contributions: [RankContribution]

  package init(_ subject: Subject, points: Double, contributions: [RankContribution]) {
    self.subject = subject
    self.points = points
    self.contributions = contributions
  }
}
