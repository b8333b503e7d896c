import ComponentModel
import Foundation
import TestSupport
import Testing

/// Times and use counts.
struct UseCountTests {
  @Test(
    "a time is written as the C library writes it, and read again; what is in no calendar, or in another form, is none")
  func times() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "times")
    let edges: [Int64] = [0, 1, 86_399, 86_400, 951_782_399, 951_868_799, 951_868_800, 4_107_542_399, 253_402_300_799]
    for seconds in edges
      + (0..<SeededGenerator.cases(500)).map({ _ in Int64.random(in: 0...253_402_300_799, using: &random) })
    {
      var time = time_t(seconds)
      var parts = tm()
      gmtime_r(&time, &parts)
      var text = [CChar](repeating: 0, count: 32)
      let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
      let expected = String(decoding: text[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let found = try demand(UTCTime(secondsSince1970: seconds))
      verify(found.description, equals: expected, "\(seconds), seed \(random.seed)")
      verify(UTCTime(expected), equals: found)
    }
    verify(UTCTime(secondsSince1970: -1) == nil && UTCTime(secondsSince1970: 253_402_300_800) == nil)
    for text in [
      "", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01 00:00:00Z",
      "2026-01-01T00:00:00", "2026-01-01T00:00:00+", "1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z",
      "２026-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
    ] { verify(UTCTime(text) == nil, "\(text)") }
  }

  @Test("of two counts the larger wins, and of two times the later, in any order; some counts and sources are none")
  func joined() throws {
    let early = try demand(UTCTime("2025-01-01T00:00:00Z"))
    let late = try demand(UTCTime("2026-01-01T00:00:00Z"))
    let many = try demand(UseCount(uri: "urn:a", source: "ardour", count: 9, lastUsed: early))
    let few = try demand(UseCount(uri: "urn:a", source: "ardour", count: 2, lastUsed: late))
    let both = UseCount(uri: "urn:a", source: "ardour", count: 9, lastUsed: late)
    verify(many.joined(few) == both && few.joined(many) == both && both?.joined(few) == both)
    for source in ["", "Ardour", "a b", "ä", String(repeating: "a", count: 41)] {
      verify(UseCount(uri: "urn:a", source: source, count: 1, lastUsed: nil) == nil, "\(source)")
    }
    verify(UseCount(uri: "urn:a", source: "x-1", count: -1, lastUsed: nil) == nil)
    verify(UseCount(uri: "urn:a", source: "x-1", count: UseCount.largest + 1, lastUsed: nil) == nil)
    verify(UseCount(uri: "urn:a", source: "x-1", count: UseCount.largest, lastUsed: nil) != nil)
  }
}
