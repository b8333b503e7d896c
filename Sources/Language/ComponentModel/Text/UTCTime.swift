/// A time in UTC to the millisecond, from year 1970 to 9999.
///
/// Not Foundation's `Date`, so that a host can do without Foundation: `Date(timeIntervalSince1970:)` takes
/// ``secondsSince1970``.
public struct UTCTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The milliseconds since the beginning of 1970, without leap seconds.
  public let millisecondsSince1970: Int64

  /// The beginning of 1970, for components from no catalog.
  public static let epoch = UTCTime(milliseconds: 0)

  private static let end: Int64 = 253_402_300_800

  private init(milliseconds: Int64) { millisecondsSince1970 = milliseconds }

  /// The time this many milliseconds after the beginning of 1970; nil before it and after year 9999.
  public init?(millisecondsSince1970 milliseconds: Int64) {
    guard (0..<Self.end * 1_000).contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The time this many seconds after the beginning of 1970; nil before it and after year 9999.
  public init?(secondsSince1970 seconds: Int64) {
    guard (0..<Self.end).contains(seconds) else { return nil }
    self.init(milliseconds: seconds * 1_000)
  }

  /// The time that an ISO 8601 text names to the second, `2026-11-20T18:30:00Z`; nil for another form and for a date
  /// that does not exist.
  public init?(_ text: String) { self.init(text, form: ISO8601.second) }

  /// The time that an ISO 8601 text names to the millisecond, `2026-11-20T18:30:00.250Z`; nil as for ``init(_:)``.
  package init?(precise text: String) { self.init(text, form: ISO8601.millisecond) }

  private init?(_ text: String, form: ISO8601) {
    guard let milliseconds = form.milliseconds(of: text) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }

  /// The whole seconds since the beginning of 1970.
  public var secondsSince1970: Int64 { millisecondsSince1970 / 1_000 }

  /// The time to the second as ISO 8601 writes it: `2026-11-20T18:30:00Z`.
  public var description: String { ISO8601.second.text(of: self) }

  /// The time to the millisecond as ISO 8601 writes it: `2026-11-20T18:30:00.250Z`.
  package var preciseDescription: String { ISO8601.millisecond.text(of: self) }

  /// The day as ISO 8601 writes it: `2026-11-20`.
  public var day: String { String(description.prefix(10)) }

  /// Whether a time is before another.
  public static func < (a: UTCTime, b: UTCTime) -> Bool { a.millisecondsSince1970 < b.millisecondsSince1970 }
}
