import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import PlainWords

/// Texts that nobody had in mind.
struct HostileTextTests {
  private func interpreted(_ text: String, _ matching: WordMatching = .interpreted) throws -> InterpretedPredicate {
    let predicate = try ComponentPredicate(parsing: text, rules: FakeTextRules())
    return try PredicateInterpreter(FakeWordKnowledge(), matching).interpret(predicate)
  }

  @Test("any text has a meaning that can be written down, however it is matched")
  func meanings() throws {
    let quoted = "\"" + (0..<40).map { "qq\($0)" }.joined(separator: " ") + "\""
    let texts = [
      "", " ", "a", "q", "4", "é", "the", "the a with for", "with with with", "without", "without without reverb", "no",
      "-",
      "--", "+", "'", "''", "l'", "'s", "l'a", "’", "🎹", "🎹 reverb", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 gate 👩‍👩‍👧", "\u{301}", "e\u{301}\u{301}", "\u{0}",
      "\u{FFFF} reverb", "reverb\u{202E}bverer", "דיליי reverb דיליי", "ريفيرب 5 s", "٥ s reverb", "リバーブ5秒以上",
      "鼓reverbхолл",
      "5秒", "reverb \"calf", "\"", "\"\"", "“reverb", "reverb \"\" gate", "\"the\"", "reverb over -5 s",
      "reverb over --5 s",
      "reverb over 5", "over", "over over 5 s s", "5 5 5 5 5", "1e999 s", "99999999999999999999999 s reverb", "0,0,0 s",
      "reverb presets for", "presets for presets for gate", "gplv", "gplv99999999999999", "reverb+++", "+++", "c#",
      "urn:",
      "urn:reverb+", "http://", "de-", "-de-", "x--y", "a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a", "oder", "hall oder",
      "oder oder oder",
      "hall oder oder gate", "reverb \(quoted)", quoted, quoted + " " + quoted, "ohne ohne gate", "no no no gate",
      "gate no no gui",
    ]
    for text in texts {
      for matching in [WordMatching.exact, .interpreted, .typing] {
        let words = text.split(separator: " ").map(String.init)
        let typed = try (try? interpreted(text, matching)) ?? interpreted("calf", matching)
        let given = try PredicateInterpreter(FakeWordKnowledge(), matching).interpret(.text(words))
        for found in [typed, given] {
          let printed = found.predicate.description
          try verify(ComponentPredicate(parsing: printed, rules: FakeTextRules()), equals: found.predicate, "\(text)")
        }
        _ = try TextInterpreter(FakeWordKnowledge(), matching).excluded(words)
      }
    }
  }

  @Test("stop words, single letters and what nothing has ask for themselves")
  func nothing() throws {
    for (text, predicate) in [
      ("the", "the"), ("the a with for", "the a with for"), ("q", "q"), ("🎹", #""🎹""#), ("without", "without"),
      ("-5", #"NOT ~ "5""#),
      ("reverb \"calf", #"(name CONTAINS[cd] "reverb" OR tag == "Reverb") AND ~ "calf" OR ~ "reverb calf""#),
    ] { try verify(interpreted(text).predicate.description, equals: predicate, "\(text)") }
    // A letter says nothing beside words, and is said to be left out.
    let letter = try demand(interpreted("q reverb").required?.meaning)
    verify(letter.strict.description, equals: #"name CONTAINS[cd] "reverb" OR tag == "Reverb""#)
    verify(letter.notes, equals: [.optional(word: "q")])
    try verify(interpreted("reverb over -5 s").predicate.description.hasPrefix("parameter.time > -5 AND"))
  }

  @Test("the words of the deepest tree are interpreted, or left as they are if it would become deeper")
  func deep() {
    for isConjunction in [true, false] {
      let meaning = onSmallStack { () -> ComponentPredicate? in
        var tree = ComponentPredicate.text(["noise", "gate"])
        for level in 0..<ComponentPredicate.depthLimit - 1 {
          let other = ComponentPredicate.text(["hall"])
          tree = level % 2 == 0 ? .not(tree) : isConjunction ? .and([tree, other]) : .or([other, tree])
        }
        return try? PredicateInterpreter(FakeWordKnowledge(), .interpreted).interpret(tree).predicate
      }
      verify(meaning??.isNoDeeper(than: ComponentPredicate.depthLimit), equals: true)
    }
  }

  @Test("a text that nobody types is taken as it is, at once")
  func long() throws {
    for count in [25, 33, 48, 49, 500] {
      let words = (0..<count).map { ["reverb", "qqq\($0)", "hum", "loud", "vocal"][$0 % 5] }
      let found = try interpreted(words.joined(separator: " "))
      verify(found.predicate.description.contains("reverb") && found.notes.isEmpty, "\(count)")
      try verify(TextInterpreter(FakeWordKnowledge(), .interpreted).excluded(words), equals: .text(words), "\(count)")
    }
    // Words that nothing has are compared with all others, and those of intents chosen in many ways.
    var text = RandomText(generator: SeededGenerator(stream: 2))
    let worst =
      (0..<8).map { _ in text.words(24, content: 80).joined(separator: " ") } + [
        (0..<24).map { _ in "loud vocal" }.joined(separator: " ").split(separator: " ").prefix(24).joined(
          separator: " "),
        Array(repeating: "revrob", count: 24).joined(separator: " "),
      ]
    let clock = ContinuousClock()
    for text in worst {
      let time = try clock.measure { _ = try interpreted(text) }
      verify(time < .seconds(5), "\(time): \(text)")
    }
  }
}
