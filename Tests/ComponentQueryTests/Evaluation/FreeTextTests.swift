import ComponentModel
import ComponentQuery
import Testing

@Suite struct FreeTextTests {
  @Test(arguments: [
    ("drum", "d"), ("DRUM kit", "d"), ("drum echo", ""), ("calf", "d"), ("machine gear", "d"), ("zeit", "e"),
    ("tempo", "e"), ("time-effect", "e"), ("\"tempo fx\"", "e"), ("fur", "e"), ("feedback", "d"),
    ("\"vocal booth\"", "d"),
    ("\"booth vocal\"", ""), ("booth vocal", "d"), ("drum, machine", "d"), ("\"\"", "depq"), ("latency", ""),
    ("7", ""), ("stereo", "de"), ("Mono", ""), ("echo STEREO", "e"), ("é", "e"), ("vocal plain", ""),
  ])
  func findsWords(text: String, expected: String) throws {
    #expect(try Subjects.found(by: text) == expected)
  }

  @Test(arguments: [
    (["drumkit"], 58), (["DRUM"], 26), (["kit"], 15), (["kit", "drum"], 11), (["machine"], 3),
    (["drum", "machine"], 9),
    (["synth"], 4), (["calf"], 2), (["drum", "gear"], 8), (["feedback"], 1), (["stereo"], 4), (["stereo", "drum"], 10),
  ])
  func ranks(words: [String], expected: Int) {
    #expect(FreeTextTest(words, rules: Subjects.rules).rank(of: Subjects.drums) == expected)
  }

  @Test(arguments: [
    ("drum machine", ["drum", "machine"]), ("\"drum and bass\"", ["drum and bass"]),
    ("it's l'ampli", ["it's", "l'ampli"]),
    ("R&B 2-step", ["R&B", "2-step"]), ("drum\u{3000}kit\u{A0}x", ["drum", "kit", "x"]), ("Wow! so", ["Wow!", "so"]),
    ("x42 808 1e3", ["x42", "808", "1e3"]), ("\"tag\" drum", ["tag", "drum"]), ("no yes nil", ["no", "yes", "nil"]),
  ])
  func splits(text: String, words: [String]) throws {
    #expect(try ComponentPredicate(parsing: text) == .text(words))
  }
}
