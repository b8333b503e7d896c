/// An ISO 8601 format for times in UTC. A search reads two times for each component, so neither direction
/// creates intermediate strings.
struct ISO8601 {
  /// `2026-11-20T18:30:00Z`
  static let second = ISO8601(template: "0000-00-00T00:00:00Z")
  /// `2026-11-20T18:30:00.250Z`
  static let millisecond = ISO8601(template: "0000-00-00T00:00:00.000Z")

  private let template: [UInt8]

  private init(template: String) { self.template = Array(template.utf8) }

  private var hasFraction: Bool { template.count > 20 }

  /// The milliseconds since 1970 of a time; negative before, nil for another format and for a date that
  /// does not exist.
  func milliseconds(of text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == template.count, zip(bytes, template).allSatisfy(Self.fits) else { return nil }
      func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1) - 0x30 } }
      let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
      guard let days = Calendar.days(year: number(0..<4), month: number(5..<7), day: number(8..<10)), hour < 24,
        minute < 60, second < 60
      else { return nil }
      let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
      return seconds * 1_000 + (hasFraction ? number(20..<23) : 0)
    }
  }

  private static func fits(_ byte: UInt8, _ form: UInt8) -> Bool {
    form == 0x30 ? byte.isASCIIDigit : byte == form
  }

  /// The text of a time.
  func text(of time: UTCTime) -> String {
    let (days, clock) = time.secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    let date = Calendar.date(days)
    var bytes = template
    func writeDigits(of number: Int64, at range: Range<Int>) {
      var rest = number
      for index in range.reversed() {
        bytes[index] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
    }
    writeDigits(of: date.year, at: 0..<4)
    writeDigits(of: date.month, at: 5..<7)
    writeDigits(of: date.day, at: 8..<10)
    writeDigits(of: clock / 3_600, at: 11..<13)
    writeDigits(of: clock / 60 % 60, at: 14..<16)
    writeDigits(of: clock % 60, at: 17..<19)
    if hasFraction { writeDigits(of: time.millisecondsSince1970 % 1_000, at: 20..<23) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The Gregorian calendar in days since the beginning of 1970. Years begin in March here, so that a leap day is a
/// year's last one, and 400 years have 146,097 days.
private enum Calendar {
  /// The number of a day; nil for a date that does not exist.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    // The 30th of February has become a day of March.
    return date(days).day == day ? days : nil
  }

  /// The date of a day.
  static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return (era * 400 + year + (number <= 2 ? 1 : 0), number, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
