package import ComponentModel
internal import Linux

extension UTCTime {
  /// The time by the system's clock, to the second.
  package static var now: UTCTime { UTCTime(secondsSince1970: Int64(SystemClock.seconds)) ?? .epoch }
}
