import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import PlainWords

/// Laws that hold for every text, tried with random ones. `AUCAT_TEST_CASES` makes more of them.
struct MeaningLawTests {
  @Test("every text is written down as it is meant, means the same again, and leaves no word out in silence")
  func few() throws { try check(cases: 20) }

  @Test("the same of more", .part(.laws)) func many() throws { try check(cases: 600) }

  private func check(cases: Int) throws {
    var text = RandomText(generator: SeededGenerator(stream: 3))
    for _ in 0..<SeededGenerator.cases(cases) {
      let words = text.words(Int.random(in: 1...8, using: &text.generator), content: 70)
      for matching in [WordMatching.exact, .interpreted, .typing] {
        let place: Comment = "seed \(testSeed), \(matching): \(words.joined(separator: " "))"
        let interpreter = TextInterpreter(FakeWordKnowledge(), matching)
        let meaning = try interpreter.meaning(of: words)
        let predicate = meaning.predicate
        try verify(ComponentPredicate(parsing: "\(predicate)", rules: FakeTextRules()), equals: predicate, place)
        try verify(interpreter.meaning(of: words), equals: meaning, place)
        verify(Self.silent(words, meaning), equals: [], place)
        verify(meaning.parts.isEmpty, equals: false, place)
      }
    }
  }

  /// The words that say something, and that neither what is asked for nor a note has.
  private static func silent(_ words: [String], _ meaning: Meaning) -> [String] {
    let asked = meaning.demands.flatMap(\.words) + meaning.conditions.flatMap(\.words)
    let excluded = meaning.excluded.map(\.description).joined(separator: " ")
    let known = Set((asked + meaning.notes.flatMap(self.words)).flatMap { FakeTextRules().words(of: $0) })
    return words.filter(RandomText.content.contains).filter { word in
      !FakeTextRules().words(of: word).allSatisfy { known.contains($0) || excluded.contains($0) }
        && !FakeWordKnowledge().tags(named: SearchWord(word, rules: FakeTextRules())).contains {
          excluded.contains($0.tag.englishName)
        }
    }
  }

  /// The words of a text that a note names.
  private static func words(_ note: SearchNote) -> [String] {
    switch note {
    case .corrected(let word, _), .optional(let word), .elsewhere(let word), .ignored(let word), .preferred(let word):
      [word]
    case .ordering(let words), .unmet(let words), .otherKinds(let words): words
    case .intent(let words, _), .unknownUnit(_, let words), .withoutUnit(let words): words
    case .mostWords, .widened: []
    }
  }

  @Test("what need not be met is named by a note, unless an intent is what counts")
  func optional() throws {
    var text = RandomText(generator: SeededGenerator(stream: 4))
    for _ in 0..<SeededGenerator.cases(60) {
      let words = text.words(Int.random(in: 1...6, using: &text.generator), content: 80)
      let meaning = try TextInterpreter(FakeWordKnowledge(), .interpreted).meaning(of: words)
      let named = Set(meaning.notes.flatMap(Self.words))
      let isAim = meaning.demands.contains { $0.role == .aim }
      for demand in meaning.demands where !demand.isRequired && !isAim {
        verify(named.contains(demand.text), "seed \(testSeed), \(words.joined(separator: " ")): \(demand.text)")
      }
    }
  }
}
