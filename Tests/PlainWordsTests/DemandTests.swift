import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import PlainWords

/// What shows that a component has what words ask for.
struct DemandTests {
  private func meaning(_ text: String, _ matching: WordMatching = .interpreted) throws -> Meaning {
    try TextInterpreter(FakeWordKnowledge(), matching).meaning(of: text.split(separator: " ").map(String.init))
  }

  @Test("a kind counts in names and tags, other words in every text; a mere hint counts for an aim only")
  func predicates() {
    let gate = FakeWordKnowledge.tag("Gate")
    let (hint, help) = (
      Evidence(.tag(gate), certainty: 0.4, isMeaning: false),
      Evidence(.words(["hold"]), certainty: 0.7, isMeaning: false)
    )
    func own(_ words: String...) -> Evidence { Evidence(.words(words)) }
    for (demand, predicate) in [
      (Demand(.word, ["calf"], [own("calf")]), "calf"),
      (Demand(.word, ["dragonfly"], [own("dragonfly"), own("dragon fly")]), #"~ "dragonfly" OR ~ "\"dragon fly\"""#),
      (Demand(.kind, ["gate"], [own("gate"), Evidence(.tag(gate))]), #"name CONTAINS[cd] "gate" OR tag == "Gate""#),
      (
        Demand(.kind, ["noise", "gate"], [own("noise", "gate"), Evidence(.tag(gate))]),
        #"name CONTAINS[cd] "noise" AND name CONTAINS[cd] "gate" OR tag == "Gate""#
      ),
      // Two letters are part of too many names.
      (Demand(.kind, ["ng"], [own("ng"), Evidence(.tag(gate))]), #"tag == "Gate""#),
      (Demand(.use, ["vocal"], [own("vocal"), Evidence(.tag(gate))]), #"~ "vocal" OR tag == "Gate""#),
      // What the words mean counts however unsure it is.
      (Demand(.use, ["vocal"], [own("vocal"), Evidence(.tag(gate), certainty: 0.2)]), #"~ "vocal" OR tag == "Gate""#),
      (Demand(.feature, ["freeze"], [own("freeze"), help, hint]), #"~ "freeze" OR ~ "hold""#),
      (Demand(.aim, ["freeze"], [own("freeze"), help, hint]), #"~ "freeze" OR ~ "hold" OR tag == "Gate""#),
      (Demand(.word, [], []), "FALSEPREDICATE"),
    ] { verify(demand.predicate.description, equals: predicate, "\(demand.text)") }
  }

  @Test("each demand has a role, and its own words as the first evidence")
  func roles() throws {
    for (text, roles) in [
      ("calf noise gate", [Demand.Role.word, .kind]), ("vocal gate", [.use, .kind]), ("hum gate", [.aim, .kind]),
      ("reverb with pre-delay", [.kind, .feature]), ("hum lo fi", [.aim, .aim]),
      ("freezing reverb", [.feature, .kind]),
      ("stereo hall", [.word]), ("reverb without gate", [.kind]), ("b3", [.kind]),
    ] {
      let demands = try meaning(text).demands
      verify(demands.map(\.role), equals: roles, "\(text)")
      for demand in demands {
        guard case .words(let words)? = demand.evidence.first?.subject else {
          verify(false, "\(text): \(demand)")
          continue
        }
        verify(words.joined(separator: " "), equals: demand.text, "\(text)")
      }
    }
    // All are words if they must be exact.
    try verify(meaning("vocal noise gate", .exact).demands.map(\.role), equals: [.word, .word])
  }

  @Test("the name of a product is a guess at its kind, what helps is no meaning, and what words name is sure")
  func certainty() throws {
    for (text, evidence) in [
      ("organ", [Evidence(.words(["organ"])), Evidence(.tag(FakeWordKnowledge.tag("Organ")))]),
      (
        "b3",
        [
          Evidence(.words(["b3"])), Evidence(.words(["b 3"])),
          Evidence(.tag(FakeWordKnowledge.tag("Organ")), certainty: 0.8),
        ]
      ),
      (
        "space echo",
        [Evidence(.words(["space", "echo"])), Evidence(.tag(FakeWordKnowledge.tag("Delay")), certainty: 0.8)]
      ),
      (
        "remove hum",
        [
          Evidence(.words(["hum"])),
          Evidence(.tag(FakeWordKnowledge.tag("highpass")), certainty: 2.0 / 3, isMeaning: false),
          Evidence(.words(["hum"]), isMeaning: false),
        ]
      ),
    ] { try verify(demand(meaning(text).demands.last).evidence, equals: evidence, "\(text)") }
    try verify(meaning("b3").demands[0].tags.map(\.name), equals: ["Organ"])
    try verify(meaning("remove hum").demands.allSatisfy(\.tags.isEmpty))
  }

  @Test("what has the very words is found, whatever aliases, intents and optional words say besides")
  func literally() throws {
    for (text, literally) in [
      ("gate", "gate"), ("noise gate", #""noise gate""#), ("nachhall", "nachhall"), ("b3", #"~ "b3" OR ~ "\"b 3\"""#),
      ("space echo", #""space echo""#), ("make vocal loud", #""vocal loud""#), ("lo fi", #""lo fi""#),
      ("envelope follower", #""envelope follower""#), ("calf noise gate", #"calf "noise gate""#),
      ("warm reverb", "reverb"), ("reverb with pre-delay", #"reverb "pre delay""#), ("vocal gate", "gate"),
      ("dragon fly hall", #"(~ "\"dragon fly\"" OR ~ "dragonfly") AND ~ "hall""#),
      // Words that need not be met take nothing away.
      ("schroeder reverb", "reverb"), ("fy reverb", "reverb"), ("calf fy", nil),
      ("gate without hall", #"NOT ~ "hall" AND ~ "gate""#),
      // A condition holds, too.
      ("stereo gate", #"audioOutputs == 2 AND ~ "gate""#),
      ("reverb over 5 s", #"parameter.time > 5 AND ~ "reverb""#),
      // Only words, or nothing else.
      ("calf hall", nil), ("stereo", nil), ("plugin", nil),
    ] { try verify(meaning(text).literally?.description, equals: literally, "\(text)") }
    // A kind is also what has its words anywhere, side by side.
    for (text, predicate) in [
      ("gate", #"tag == "Gate" OR ~ "gate""#),
      ("noise gate", #"name CONTAINS[cd] "noise" AND name CONTAINS[cd] "gate" OR tag == "Gate" OR ~ "\"noise gate\"""#),
      ("stereo gate", #"audioOutputs == 2 AND (tag == "Gate" OR ~ "gate")"#),
    ] { try verify(meaning(text).predicate.description, equals: predicate, "\(text)") }
    try verify(meaning("calf hall", .exact).literally == nil)
  }

  @Test("a rare word that need not be met is found, too, if the conditions hold; one that is required needs no help")
  func rare() throws {
    for (text, rare, predicate) in [
      ("schroeder reverb", ["schroeder"], #" OR ~ "schroeder""#),
      ("dragonfly reverb", ["dragonfly"], #" OR ~ "dragonfly""#),
      ("warm reverb", [], #" OR ~ "reverb""#),
      ("calf dragonfly", [], #"AND (~ "dragonfly" OR ~ "\"dragon fly\"")"#),
      ("schroeder hum", ["schroeder"], #" OR ~ "schroeder""#), ("schroeder", [], "schroeder"),
      ("stereo reverb schroeder", ["schroeder"], #" OR audioOutputs == 2 AND ~ "schroeder""#),
      ("schroeder reverb without gate", ["schroeder"], #" OR NOT ~ "gate" AND ~ "schroeder""#),
    ] {
      let meaning = try meaning(text)
      verify(meaning.rare, equals: rare, "\(text)")
      verify(meaning.predicate.description.hasSuffix(predicate), "\(text): \(meaning.predicate)")
    }
  }
}
