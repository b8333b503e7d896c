/// A logged change of the user's data, which can be undone.
public struct RecordedChange: Hashable, Sendable {
  /// Its number, which no other change gets.
  public var number: Int
  /// When it was made.
  public var time: UTCTime
  /// The program that made it.
  public var program: String
  /// What was changed, in English; components that are installed by their names, others by their URIs.
  public var title: String
  /// The URIs of the components that it is about, sorted.
  public var uris: [String]
  /// Whether it can be undone; false if what that takes was too large to keep.
  public var isReversible: Bool

  /// A recorded change.
  public init(number: Int, time: UTCTime, program: String, title: String, uris: [String], isReversible: Bool) {
    self.number = number
    self.time = time
    self.program = program
    self.title = title
    self.uris = uris
    self.isReversible = isReversible
  }
}
