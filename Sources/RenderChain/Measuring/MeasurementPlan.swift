internal import ComponentModel

/// What to measure of a chain, and for how long.
package struct MeasurementPlan: Hashable, Sendable {
  /// How much sound of each kind, in seconds.
  package var seconds: Double
  /// Whether delays and tails are measured, which takes instances of their own.
  package var measuresResponses: Bool

  package init(seconds: Double = 4, measuresResponses: Bool = true) {
    self.seconds = seconds
    self.measuresResponses = measuresResponses
  }

  /// The valid lengths, in seconds.
  package static let lengths = 0.05...600
  /// The processor time after which enough has been measured of one kind of sound, in nanoseconds.
  static let timeLimit: UInt64 = 5_000_000_000
}

extension MeasurementPlan {
  var json: JSON { .object([("seconds", .number(seconds)), ("measuresResponses", .bool(measuresResponses))]) }

  init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(
      seconds: try members.number("seconds") ?? 0,
      measuresResponses: try members.flag("measuresResponses") ?? false)
  }
}
