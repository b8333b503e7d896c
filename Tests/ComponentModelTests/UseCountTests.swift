import ComponentModel
import Foundation
import TestSupport
import Testing

/// Times and use counts.
@Suite struct UseCountTests {
  @Test("a time is written as the C library writes it, and read again")
  func times() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "times")
    let edges: [Int64] = [0, 1, 86_399, 86_400, 951_782_399, 951_868_799, 951_868_800, 4_107_542_399, 253_402_300_799]
    for seconds in edges + (0..<2_000).map({ _ in Int64.random(in: 0...253_402_300_799, using: &random) }) {
      var time = time_t(seconds)
      var parts = tm()
      gmtime_r(&time, &parts)
      var text = [CChar](repeating: 0, count: 32)
      let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
      let expected = String(decoding: text[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let found = try #require(UTCTime(secondsSince1970: seconds))
      #expect(found.description == expected, "\(seconds), seed \(random.seed)")
      #expect(UTCTime(expected) == found)
    }
    #expect(UTCTime(secondsSince1970: -1) == nil && UTCTime(secondsSince1970: 253_402_300_800) == nil)
  }

  @Test(
    "what is in no calendar, or in another form, is no time",
    arguments: [
      "", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01 00:00:00Z",
      "2026-01-01T00:00:00", "2026-01-01T00:00:00+", "1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z",
      "２026-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
    ])
  func noTimes(text: String) { #expect(UTCTime(text) == nil) }

  @Test("of two counts the larger wins, and of two times the later, in any order")
  func joined() throws {
    let early = try #require(UTCTime("2025-01-01T00:00:00Z"))
    let late = try #require(UTCTime("2026-01-01T00:00:00Z"))
    let many = try #require(UseCount(uri: "urn:a", source: "ardour", count: 9, lastUsed: early))
    let few = try #require(UseCount(uri: "urn:a", source: "ardour", count: 2, lastUsed: late))
    let both = UseCount(uri: "urn:a", source: "ardour", count: 9, lastUsed: late)
    #expect(many.joined(few) == both && few.joined(many) == both && both?.joined(few) == both)
  }

  @Test("a count or source that can't be is none")
  func limits() {
    for source in ["", "Ardour", "a b", "ä", String(repeating: "a", count: 41)] {
      #expect(UseCount(uri: "urn:a", source: source, count: 1, lastUsed: nil) == nil, "\(source)")
    }
    #expect(UseCount(uri: "urn:a", source: "x-1", count: -1, lastUsed: nil) == nil)
    #expect(UseCount(uri: "urn:a", source: "x-1", count: UseCount.largest + 1, lastUsed: nil) == nil)
    #expect(UseCount(uri: "urn:a", source: "x-1", count: UseCount.largest, lastUsed: nil) != nil)
  }
}
