import ComponentModel

/// The time that an ISO 8601 text in UTC names: a year, a month, a day, a minute, or a single second.
struct DateSpan: Hashable {
  /// The first and the last second, written in full, so that the order of the texts is that of the times.
  let first: String
  let last: String

  /// Whether the text names a second.
  var isMoment: Bool { first == last }

  /// Parses a year, a year and a month, a day, or a day with hours and minutes and perhaps seconds; the final `Z` may
  /// be left out, and a space may stand for the `T`. Nil if the text isn't a date.
  init?(_ text: String) {
    guard text.utf8.count <= Self.template.count else { return nil }
    var bytes = Array(text.utf8)
    if bytes.count > dayLength, let last = bytes.last, last.loweredASCII == UInt8(ascii: "z") { bytes.removeLast() }
    guard [4, 7, dayLength, 16, 19].contains(bytes.count) else { return nil }
    if bytes.count > dayLength, bytes[dayLength] == 0x20 || bytes[dayLength] == UInt8(ascii: "t") {
      bytes[dayLength] = UInt8(ascii: "T")
    }
    for (byte, model) in zip(bytes, Self.template) {
      let isDigit = byte.isASCIIDigit
      guard model.isASCIIDigit ? isDigit : byte == model else { return nil }
    }
    let first = bytes + Self.template[bytes.count...]
    guard exists(first) else { return nil }
    self.first = String(decoding: first, as: UTF8.self)
    last = String(decoding: Self.lastMoment(bytes), as: UTF8.self)
  }

  private static let template = Array("0000-01-01T00:00:00Z".utf8)

  /// The last second of a time that begins with these digits.
  private static func lastMoment(_ beginning: [UInt8]) -> [UInt8] {
    var last = beginning + Array("0000-12-31T23:59:59Z".utf8)[beginning.count...]
    if beginning.count == 7 {
      let days = daysOfMonth(number(last, 5..<7), of: number(last, 0..<4))
      last.replaceSubrange(8..<10, with: String(days).utf8)
    }
    return last
  }
}

/// Length of `2026-11-01`.
private let dayLength = 10

/// Whether a complete date, with its time of day, exists.
private func exists(_ date: [UInt8]) -> Bool {
  let year = number(date, 0..<4)
  let month = number(date, 5..<7)
  guard (1...12).contains(month), (1...daysOfMonth(month, of: year)).contains(number(date, 8..<10)) else {
    return false
  }
  return number(date, 11..<13) < 24 && number(date, 14..<16) < 60 && number(date, 17..<19) < 60
}

/// The number that some digits spell.
private func number(_ date: [UInt8], _ range: Range<Int>) -> Int { date[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }

private func daysOfMonth(_ month: Int, of year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}
