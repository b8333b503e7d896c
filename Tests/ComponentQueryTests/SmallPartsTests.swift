import ComponentModel
import ComponentQuery
import Testing

@Suite struct SmallPartsTests {
  @Test(
    arguments: [
      ("nmae", "name"), ("manufactuer", "manufacturer"), ("hasmidiinput", "hasMIDIInput"), ("foo", nil), ("tga", "tag"),
      ("favourite", "favorite"), ("", nil), ("audioInput", "audioInputs"),
    ] as [(String, String?)])
  func nearestKey(word: String, expected: String?) {
    #expect(nearest(to: word, in: Key.spellings) == expected)
  }

  @Test func nearestIsBounded() {
    #expect(nearest(to: String(repeating: "name", count: 100_000), in: Key.spellings) == nil)
  }

  @Test func testsOneTag() throws {
    let tag = Tag(
      identifier: "time-effect", name: "Zeiteffekt", englishName: "Time Effect", aliases: ["fx"], isStandard: true,
      sources: [.curated])
    let cases: [(Comparison, Bool)] = [
      (Comparison(key: .tag, operator: .equal, value: .text("FX")), true),
      (Comparison(key: .tag, operator: .contains, value: .text("FX")), false),
      (Comparison(key: .tags, operator: .contains, value: .text("FX")), true),
      (Comparison(key: .tags, operator: .contains, value: .text("FX"), quantifier: .any), false),
      (Comparison(key: .tag, operator: .notEqual, value: .text("FX")), true),
      (Comparison(key: .tag, operator: .notEqual, value: .text("FX"), quantifier: .any), false),
      (Comparison(key: .tag, operator: .in, value: .set([.text("x"), .text("zeiteffekt")])), true),
      (Comparison(key: .tag, operator: .beginsWith, value: .text("zeit")), true),
    ]
    for (comparison, expected) in cases {
      #expect(try TagTest(comparison, rules: Subjects.rules).matches(tag) == expected, "\(comparison)")
    }
    #expect(Comparison(key: .tag, operator: .notEqual, value: .text("x")).listReading.quantifier == .none)
  }

  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*b*c", "aXbYbZc", true), ("a?c", "aéc", true),
    ("a?c", "ac", false), ("**a**", "a", true), (#"\?"#, "?", true), (#"\?"#, "a", false), (#"\\"#, #"\"#, true),
    (#"a\b"#, #"a\b"#, true), (#"a\"#, #"a\"#, true), ("*a", "ba", true), ("*a", "ab", false),
  ])
  func wildcards(pattern: String, text: String, expected: Bool) throws {
    let test = try TextTest(Comparison(key: .name, operator: .like, value: .text(pattern)), rules: Subjects.rules)
    #expect(try test.matches(text) == expected)
  }

  @Test(arguments: [
    ("aab", "aaab", true), ("abab", "abacabab", true), ("aaa", "aabaab", false), ("", "", true), ("x", "", false),
  ])
  func finds(part: String, text: String, expected: Bool) throws {
    let test = try TextTest(Comparison(key: .name, operator: .contains, value: .text(part)), rules: Subjects.rules)
    #expect(try test.matches(text) == expected)
  }

  @Test func reportsSlowAndBadPatterns() throws {
    let slow = try TextTest(Comparison(key: .name, operator: .matches, value: .text("slow")), rules: Subjects.rules)
    #expect(throws: InvalidPredicate("MATCHES took too long; use a simpler regular expression")) {
      try slow.matches("x")
    }
    let bad = try ComponentPredicate(parsing: "name matches '['")
    #expect(throws: InvalidPredicate("this is not a regular expression: missing ]")) {
      try PreparedPredicate(bad, rules: Subjects.rules)
    }
  }

  @Test(arguments: [
    "2026-13-01", "2026-02-29", "2026-11-1", "yesterday", "2026-11-01T24:00", "2026-11-01T10", "2026-11-01T10:00+01:00",
    "20261101", "2026-00", "２０２６",
  ])
  func refusesDates(text: String) {
    #expect(throws: InvalidPredicate.self) { try ComponentPredicate(parsing: "addedAt > '\(text)'") }
  }
}
