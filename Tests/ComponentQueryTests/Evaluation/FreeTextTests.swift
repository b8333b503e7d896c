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
    ("drum machine", ["drum", "machine"]), ("\"drum and bass\"", ["drum and bass"]),
    ("it's l'ampli", ["it's", "l'ampli"]),
    ("R&B 2-step", ["R&B", "2-step"]), ("drum\u{3000}kit\u{A0}x", ["drum", "kit", "x"]), ("Wow! so", ["Wow!", "so"]),
    ("x42 808 1e3", ["x42", "808", "1e3"]), ("\"tag\" drum", ["tag", "drum"]), ("no yes nil", ["no", "yes", "nil"]),
  ])
  func splits(text: String, words: [String]) throws {
    #expect(try ComponentPredicate(parsing: text) == .text(words))
  }
}
