/// A time in UTC to the second, from year 1970 to 9999, as ISO 8601 writes it: `2026-11-20T18:30:00Z`.
public struct UTCTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The seconds since 1970, without leap seconds.
  public let secondsSince1970: Int64

  private static let last: Int64 = 253_402_300_799

  /// The time so many seconds after the beginning of 1970; nil before it and after year 9999.
  public init?(secondsSince1970 seconds: Int64) {
    guard (0...Self.last).contains(seconds) else { return nil }
    secondsSince1970 = seconds
  }

  /// The time that a text stands for; nil for another form and for what is in no calendar.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1) - 0x30 } }
    for (byte, form) in zip(bytes, "0000-00-00T00:00:00Z".utf8) {
      guard form == 0x30 ? (0x30...0x39).contains(byte) : byte == form else { return nil }
    }
    let clock = number(11..<13) * 3_600 + number(14..<16) * 60 + number(17..<19)
    let days = Self.days(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    self.init(secondsSince1970: days * 86_400 + clock)
    // February 30 has become a day of March: a time that is written otherwise is none.
    if description != text { return nil }
  }

  /// The time as ISO 8601 writes it.
  public var description: String {
    let (days, clock) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    let date = Self.date(days)
    return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
      + "T\(Self.padded(clock / 3_600, 2)):\(Self.padded(clock / 60 % 60, 2)):\(Self.padded(clock % 60, 2))Z"
  }

  /// The day as ISO 8601 writes it: `2026-11-20`.
  public var day: String { String(description.prefix(10)) }

  /// Whether a time is before another.
  public static func < (a: UTCTime, b: UTCTime) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // Years begin in March here, so that a leap day is a year's last one, and 400 years have 146,097 days.

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return (era * 400 + year + (number <= 2 ? 1 : 0), number, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
