import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import PlainWords

/// Readings over spans of words, and the choice among them.
struct ChartTests {
  private static func chart(
    _ text: String, for scope: Chart<FakeWordKnowledge>.Scope = .meaning
  ) throws -> Chart<FakeWordKnowledge> {
    let knowledge = FakeWordKnowledge()
    let tokens = try Tokens(knowledge: knowledge).tokens(of: text.split(separator: " ").map(String.init))
    return try Chart(tokens, knowledge, for: scope)
  }

  /// The cover of a text in short: the words of each reading, with its kind.
  private static func cover(_ text: String, for scope: Chart<FakeWordKnowledge>.Scope = .meaning) throws -> String {
    let chart = try chart(text, for: scope)
    return chart.cover.map { reading in
      let kind =
        switch reading.sense {
        case .literal: "word"
        case .joined: "joined"
        case .tags: "tag"
        case .aim: "aim"
        case .feature: "feature"
        case .condition: "condition"
        case .exclusion: "exclusion"
        case .filler: "filler"
        case .unreadable: "unreadable"
        }
      return ([kind] + reading.positions.map { chart.tokens[$0].text }).joined(separator: " ")
    }.joined(separator: ", ")
  }

  private func expectCovers(
    _ examples: [(String, String)], for scope: Chart<FakeWordKnowledge>.Scope = .meaning
  ) throws {
    for (text, cover) in examples { try verify(Self.cover(text, for: scope), equals: cover, "\(text)") }
  }

  @Test("words that mean something together are better explained than word by word, whatever kind of reading it is")
  func longest() throws {
    try expectCovers([
      ("calf noise gate", "word calf, tag noise gate"), ("stereo hall", "condition stereo, word hall"),
      ("stereo widener", "tag stereo widener"), ("dragon fly hall", "word dragon fly, word hall"),
      ("wah pedal", "tag wah pedal"), ("pedal wah", "filler pedal, aim wah"),
      ("remove hum", "word remove, aim hum"), ("lo fi reverb", "aim lo fi, tag reverb"),
      ("freezing reverb", "feature freezing, tag reverb"), ("side chain gate", "condition side chain, tag gate"),
      ("reverb over 5 s", "tag reverb, condition over 5 s"),
      ("reverb over 5 parsecs", "tag reverb, unreadable over 5 parsecs"),
      ("a law", "filler a, word law"), ("x 42", "joined x 42"), ("b3 organ", "tag b3, tag organ"),
      ("gate without noise gate", "tag gate, exclusion without noise gate"), ("with", "filler with"), ("", ""),
    ])
    try expectCovers(
      [
        ("noise gate no gui", "tag noise gate, word no, word gui"),
        ("make vocal loud", "word make, tag vocal, word loud"),
      ],
      for: .names)
    try expectCovers([("noise gate no gui", "tag noise gate, condition no gui")], for: .exclusion)
  }

  @Test("the order of words counts where the intent is to turn one thing into another, and only there")
  func order() throws {
    try expectCovers([
      ("voice into choir", "aim voice choir, filler into"), ("voice choir", "aim voice choir"),
      ("choir voice", "word choir, word voice"), ("choir into voice", "word choir, filler into, word voice"),
      ("vocal loud", "aim vocal loud"), ("loud vocal", "aim loud vocal"),
    ])
  }

  @Test("words of an intent may stand apart, but those that stand together are meant; no word is read twice")
  func gaps() throws {
    try expectCovers([
      ("loud calf vocal", "aim loud vocal, word calf"), ("loud hum vocal", "aim loud vocal, aim hum"),
      ("choir loud calf warm", "aim choir loud, word calf, word warm"),
      ("choir calf loud warm", "word choir, word calf, aim loud warm"),
      // The words before "with" belong together.
      ("reverb loud with vocal", "tag reverb, word loud, filler with, tag vocal"),
      // Of equal covers, the one whose first words mean least, as they were found first.
      ("lo fi lo", "word lo, aim fi lo"), ("octave loud lo fi", "aim octave, word loud, aim lo fi"),
      ("choir loud warm", "word choir, aim loud warm"),
    ])
  }

  @Test("the best cover has every word once, and no other choice of readings is worth more")
  func best() throws {
    var generator = SeededGenerator(stream: 1)
    for _ in 0..<SeededGenerator.cases(80) {
      let words = (0..<Int.random(in: 1...6, using: &generator)).map { _ in generator.pick(RandomText.words) }
      let chart = try Self.chart(words.joined(separator: " "))
      let cover = chart.cover
      let place: Comment = "seed \(testSeed): \(words.joined(separator: " "))"
      verify(cover.flatMap(\.positions).sorted(), equals: Array(chart.tokens.indices), place)
      verify(cover.map { $0.positions[0] }, equals: cover.map { $0.positions[0] }.sorted(), place)
      let value = cover.reduce(0) { $0 + $1.value }
      verify(abs(value - Self.bestValue(of: chart.readings, for: Set(chart.tokens.indices))) < 1e-6, place)
    }
  }

  /// The best value of all covers, each of which is tried.
  private static func bestValue(of readings: [Reading], for words: Set<Int>) -> Double {
    guard let first = words.min() else { return 0 }
    return readings.filter { $0.positions[0] == first && words.isSuperset(of: $0.positions) }
      .map { $0.value + bestValue(of: readings, for: words.subtracting($0.positions)) }.max() ?? -.infinity
  }
}
