/// The moment that an ISO 8601 text in UTC names, to the second; what is left out is the earliest (`2026-11` is
/// `2026-11-01T00:00:00Z`). Nil where the text is no date.
///
/// Takes a year, year and month, a day, or a day with hours and minutes and perhaps seconds; the final `Z` may be left
/// out, and a blank may stand for the `T`.
func completedDate(_ text: String) -> String? {
  var bytes = Array(text.utf8)
  if bytes.count > dayLength, let last = bytes.last, loweredASCII(last) == UInt8(ascii: "z") { bytes.removeLast() }
  guard [4, 7, dayLength, 16, 19].contains(bytes.count) else { return nil }
  if bytes.count > dayLength, bytes[dayLength] == 0x20 || bytes[dayLength] == UInt8(ascii: "t") {
    bytes[dayLength] = UInt8(ascii: "T")
  }
  let template = Array("0000-01-01T00:00:00Z".utf8)
  for (byte, model) in zip(bytes, template) {
    let isDigit = (0x30...0x39).contains(byte)
    guard (0x30...0x39).contains(model) ? isDigit : byte == model else { return nil }
  }
  let completed = bytes + template[bytes.count...]
  return isMoment(completed) ? String(decoding: completed, as: UTF8.self) : nil
}

/// Length of `2026-11-01`.
private let dayLength = 10

/// Whether the numbers of a complete date are ones that the calendar and the clock have.
private func isMoment(_ date: [UInt8]) -> Bool {
  func number(_ range: Range<Int>) -> Int { date[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
  let year = number(0..<4)
  let month = number(5..<7)
  guard (1...12).contains(month), (1...daysOfMonth(month, of: year)).contains(number(8..<10)) else { return false }
  return number(11..<13) < 24 && number(14..<16) < 60 && number(17..<19) < 60
}

private func daysOfMonth(_ month: Int, of year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}
