import ComponentModel
import ComponentQuery
import Testing

/// What kinds mean: what is tagged or named so.
private let gate = #"name CONTAINS[cd] "gate" OR tag == "Gate""#
private let nachhall = #"name CONTAINS[cd] "nachhall" OR tag == "Reverb""#
private let noiseGate = #"name CONTAINS[cd] "noise" AND name CONTAINS[cd] "gate" OR tag == "Gate""#
private let reverb = #"name CONTAINS[cd] "reverb" OR tag == "Reverb""#

/// What plain words are taken to mean.
@Suite struct WordInterpreterTests {
  private func interpreted(_ text: String, _ matching: WordMatching = .interpreted) throws -> InterpretedPredicate {
    let predicate = try ComponentPredicate(parsing: text, rules: FakeTextRules())
    return try PredicateInterpreter(FakeWordKnowledge(), matching).interpret(predicate)
  }

  /// A note without what is searched for instead of an intent.
  private static func withoutHelp(_ note: SearchNote) -> SearchNote {
    if case .intent(let words, _) = note { .intent(words: words, instead: []) } else { note }
  }

  private func expect(
    _ text: String, _ meaning: String, _ notes: [SearchNote] = [], _ matching: WordMatching = .interpreted
  ) throws {
    let found = try interpreted(text, matching)
    #expect(found.predicate.description == meaning, "\(text)")
    #expect(found.notes.map(Self.withoutHelp) == notes, "\(text)")
    let again = try ComponentPredicate(parsing: meaning, rules: FakeTextRules())
    #expect(again == found.predicate, "\(text)")
  }

  @Test(
    "words mean what people mean by them",
    arguments: [
      // Several words name a tag, in any language.
      ("noise gate", noiseGate), ("gate", gate),
      ("nachhall", nachhall),
      ("calf noise gate", #"~ "calf" AND (\#(noiseGate))"#),
      ("noise-gate", noiseGate),
      (
        "noisegate",
        #"name CONTAINS[cd] "noisegate" OR tag == "Gate" OR name CONTAINS[cd] "noise" AND name CONTAINS[cd] "gate""#
      ),
      (#""noise gate""#, #"~ "\"noise gate\"" OR tag == "Gate""#),
      // A short word is part of too many names.
      ("eq", #"tag == "Equalizer""#), ("reverb eq", #"(\#(reverb)) AND tag == "Equalizer""#),
      // Joined and divided words are the same.
      ("dragon fly hall", #"(~ "dragon fly" OR ~ "dragonfly") AND ~ "hall""#),
      ("dragon-fly hall", #"(~ "dragon fly" OR ~ "dragonfly") AND ~ "hall""#),
      ("dragonfly hall", #"(~ "dragonfly" OR ~ "dragon fly") AND ~ "hall""#), ("x 42", "x42"), ("X-42", "x42"),
      ("x42", "x42"),
      // Words state what a component has, but not within a name.
      ("stereo reverb", #"audioOutputs == 2 AND (\#(reverb))"#),
      ("reverb no gui", #"customView == no AND (\#(reverb))"#),
      ("stereo widener", #"name CONTAINS[cd] "stereo" AND name CONTAINS[cd] "widener" OR tag == "Imaging""#),
      ("5 band gate", #"~ "5 band" AND (\#(gate))"#), ("5.1 reverb", #"audioOutputs == 6 AND (\#(reverb))"#),
      ("stereo", "audioOutputs == 2"),
      ("reverb -stereo", #"(\#(reverb)) AND NOT audioOutputs == 2"#),
      // Words of other languages exclude and join.
      ("gate ohne hall", #"(\#(gate)) AND NOT ~ "hall""#), ("hall oder gate", #"~ "hall" OR \#(gate)"#),
      ("calf hall oder gate", #"~ "calf hall" OR \#(gate)"#),
      // A word is divided where only its parts mean something.
      ("Stereo-Hall", #"audioOutputs == 2 AND ~ "hall""#), ("reverb/gate", #"(\#(reverb)) AND (\#(gate))"#),
      (#""stereo hall""#, #""stereo hall""#), ("calf-hall", "calf hall"), (#""calf-hall gate""#, #""calf-hall gate""#),
      // Words that mean nothing are left out, unless nothing else is left.
      ("a reverb plugin", reverb),
      ("wah pedal", #"name CONTAINS[cd] "wah" AND name CONTAINS[cd] "pedal" OR tag == "Wah""#), ("plugin", "plugin"),
      ("stereo plugin", "audioOutputs == 2"),
      // Numbers may be words.
      ("two input", "audioInputs == 2"), ("deux input", "audioInputs == 2"),
      // Beside a negation of another language, a word means what it names there, unless that is asked for.
      ("gate ohne nachhall", #"(\#(gate)) AND NOT (\#(nachhall))"#),
      ("gate without nachhall", #"(\#(gate)) AND NOT ~ "nachhall""#),
      ("reverb ohne nachhall", #"(\#(reverb)) AND NOT ~ "nachhall""#),
      ("ohne nachhall reverb", #"(\#(reverb)) AND NOT ~ "nachhall""#),
      ("ohne nachhall", #"NOT (\#(nachhall))"#),
    ] as [(String, String)])
  func means(text: String, meaning: String) throws { try expect(text, meaning) }

  @Test("a word that only names a kind stays beside another kind")
  func kinds() throws {
    let meaning = #"(tag == "Wah" OR tag == "filter" OR ~ "wah") AND (\#(reverb))"#
    try expect("wah reverb", meaning)
    try expect("reverb wah", meaning)
  }

  @Test("a phrase that nothing has counts by its words beside others")
  func unknownPhrases() throws {
    try expect(
      #"reverb "calf hall""#, #"(\#(reverb)) AND ~ "calf hall""#, [.corrected(word: #""calf hall""#, to: "calf hall")])
    try expect(#""calf hall""#, #""calf hall""#)
  }

  @Test("a short word is corrected to the name of a maker beside a kind")
  func shortNames() throws {
    try expect("clf reverb", #"~ "calf" AND (\#(reverb))"#, [.corrected(word: "clf", to: "calf")])
    try expect("clf", "clf")
  }

  @Test("signs and schemes that no text has are said to be left out")
  func signs() throws {
    try expect("reverb+", reverb, [.corrected(word: "reverb+", to: "reverb")])
    try expect("urn:hall", "hall", [.corrected(word: "urn:hall", to: "hall")])
    try expect("gate+", #"name CONTAINS[cd] "gate+" OR tag == "Gate""#)
  }

  @Test("a plus sign behind a number makes it a least one, and stays where no phrase has it")
  func leastNumbers() throws {
    try expect("hall 10+ band", #"presets >= 10 AND ~ "hall""#)
    try expect("hall 10+band", #"presets >= 10 AND ~ "hall""#)
    let meaning = try interpreted("hall 10+ input").predicate.description
    #expect(!meaning.contains("audioInputs"), "\(meaning)")
  }

  @Test(
    "the last kind is what the others describe, or that before a preposition, even misspelt",
    arguments: [
      ("gate reverb", ["Reverb"]), ("reverb gate", ["Gate"]), ("gate with reverb", ["Gate"]),
      ("with gate reverb", ["Reverb"]),
      ("revreb with gate", ["Reverb"]), ("noise-gate with reverb", ["Gate"]), ("stereo reverb", ["Reverb"]),
      ("reverb", []),
      ("calf reverb", []),
    ])
  func heads(text: String, tags: [String]) throws {
    #expect(try interpreted(text).required?.words.headTags.map(\.name) == tags, "\(text)")
  }

  @Test(
    "what a component can do is asked for beside its kind or behind with, and a condition or a name is no feature",
    arguments: [
      ("freezing reverb", #"(\#(reverb)) AND (~ "freezing" OR ~ "freez")"#),
      ("reverb with freeze", #"(\#(reverb)) AND (~ "freeze" OR ~ "freez")"#),
      ("reverb with pre-delay", #"(\#(reverb)) AND (~ "\"pre-delay\"" OR ~ "predel")"#),
      // Not without a kind, and not far from it.
      ("freeze", "freeze"), ("calf hall freeze", "calf hall"),
      // A word that is in no table, but that some of the kind have.
      ("reverb with loader", #"(\#(reverb)) AND ~ "loader""#), ("reverb for loader", reverb),
      // A condition is one.
      ("reverb with side chain", #"sideChain == yes AND (\#(reverb))"#),
    ] as [(String, String)])
  func features(text: String, meaning: String) throws {
    let found = try interpreted(text).predicate.description
    #expect(found == meaning, "\(text)")
  }

  @Test("an intent of several words is meant where nothing of the kind suits it, but a single word describes the kind")
  func intentsBesideKinds() throws {
    var knowledge = FakeWordKnowledge()
    knowledge.intents["loud vocal"] = #""nowhere"=3"#
    knowledge.intents["dark"] = #""nowhere"=3"#
    let interpreter = PredicateInterpreter(knowledge, .interpreted)
    let meaning = try interpreter.interpret(.text(["loud", "vocal", "gate"])).predicate
    #expect(meaning.description == #"~ "nowhere" OR ~ "loud vocal""#)
    #expect(try interpreter.interpret(.text(["dark", "gate"])).predicate.description == gate)
  }

  @Test("a word is left out rather than corrected where nothing has the corrected one beside a name")
  func correctedToNothing() throws {
    try expect("lsp hull", "lsp hall", [.corrected(word: "hull", to: "hall")])
    var knowledge = FakeWordKnowledge()
    knowledge.strong.remove("hall")
    let meaning = try PredicateInterpreter(knowledge, .interpreted).interpret(.text(["lsp", "hull"]))
    #expect(meaning.predicate.description == "lsp" && meaning.notes == [.ignored(word: "hull")], "\(meaning.notes)")
  }

  @Test(
    "a word that means nothing, but names a tag, means that where nothing else says what is meant",
    arguments: [
      ("effect without reverb", #"tag == "Effects" AND NOT ~ "reverb""#),
      ("stereo effect", #"audioOutputs == 2 AND tag == "Effects""#), ("effect", "effect"),
      ("hall effect", "hall"), ("effect without stereo hall", #"~ "hall" AND NOT audioOutputs == 2"#),
      ("lo fi effect", #"tag == "vinyl" OR ~ "lo fi""#), ("hall without effect", #"~ "hall" AND NOT ~ "effect""#),
    ])
  func kindsAmongFillers(text: String, meaning: String) throws {
    try expect(text, meaning, text.hasPrefix("lo") ? [.intent(words: ["lo", "fi"], instead: [])] : [])
  }

  @Test("each misspelt word is corrected by itself, a rare one by a single letter")
  func corrections() throws {
    try expect("calf revreb", #"~ "calf" AND (\#(reverb))"#, [.corrected(word: "revreb", to: "reverb")])
    try expect("distorsion", "distortion", [.corrected(word: "distorsion", to: "distortion")])
    // What something has may be a word or a name: only a long one is a misspelling, and its first letter is right.
    for word in ["revrb", "ceverb"] { try expect(word, word) }
    try expect("loader", "loader")
    try expect("rev", "rev")
    try expect("404x", "404x", [])
  }

  @Test("a misspelt word is corrected by the words beside it, even a short one")
  func correctionsBesideWords() throws {
    try expect("nois gate", noiseGate, [.corrected(word: "nois", to: "noise")])
    try expect(
      "calf noize gate", #"~ "calf" AND (\#(noiseGate))"#, [.corrected(word: "noize", to: "noise")])
    try expect(
      "make vocal lowd", #"tag == "compressor" OR ~ "vocal loud""#,
      [
        .corrected(word: "lowd", to: "loud"),
        .intent(words: ["vocal", "loud"], instead: []),
      ])
    try expect(
      "lo fy", #"tag == "vinyl" OR ~ "lo fi""#,
      [.corrected(word: "fy", to: "fi"), .intent(words: ["lo", "fi"], instead: [])])
    try expect("side chian gate", #"sideChain == yes AND (\#(gate))"#, [.corrected(word: "chian", to: "chain")])
    try expect("reverb withot gate", #"(\#(reverb)) AND NOT ~ "gate""#, [.corrected(word: "withot", to: "without")])
    try expect("reverb streo", #"audioOutputs == 2 AND (\#(reverb))"#, [.corrected(word: "streo", to: "stereo")])
    // Alone, a short word may be anything.
    try expect("fy", "fy")
    try expect("calf fy", "calf", [.ignored(word: "fy")])
  }

  @Test("a word that only describes decides the order, if another says what is meant")
  func optionalWords() throws {
    try expect("warm reverb", reverb, [.optional(word: "warm")])
    try expect("warm", "warm")
    try expect("dragonfly reverb", reverb, [.elsewhere(word: "dragonfly")])
    try expect("calf dragonfly", #"~ "calf" AND (~ "dragonfly" OR ~ "dragon fly")"#)
    try expect("calf reverb", #"~ "calf" AND (\#(reverb))"#)
  }

  @Test(
    "what people want to achieve becomes what helps, unless it is a name or says what the thing is",
    arguments: [
      ("make vocal loud", #"tag == "compressor" OR ~ "vocal loud""#, ["vocal", "loud"]),
      ("remove hum", #"tag == "highpass" OR ~ "hum""#, ["hum"]), ("hum gate", gate, ["hum"]),
      ("calf hum", "calf hum", []), ("pop-filter", #"tag == "gate" OR ~ "\"pop-filter\"""#, ["pop-filter"]),
      ("lsp hum", #"(tag == "highpass" OR ~ "hum") AND ~ "lsp""#, ["hum"]),
      (
        "hum loud vocal", #"tag == "compressor" OR tag == "highpass" OR ~ "hum" OR ~ "hum loud vocal""#,
        ["hum", "loud", "vocal"]
      ),
    ])
  func intents(text: String, meaning: String, words: [String]) throws {
    try expect(text, meaning, words.isEmpty ? [] : [.intent(words: words, instead: [])])
  }

  @Test("nothing is said of an intent that only repeats the tag which its words name")
  func intentsOfTags() throws {
    #expect(try interpreted("wah").notes.isEmpty)
    #expect(try interpreted("octave").notes == [.intent(words: ["octave"], instead: ["Octaver", "pitch"])])
  }

  @Test(
    "what helps with an intent is named, the best first",
    arguments: [
      ("make vocal loud", ["compressor"]), ("hum loud vocal", ["compressor", "hum", "highpass"]), ("lo fi", ["vinyl"]),
    ])
  func namesWhatHelps(text: String, instead: [String]) throws {
    let notes = try interpreted(text).notes
    let named = notes.compactMap { if case .intent(_, let names) = $0 { names } else { nil } }
    #expect(named == [instead], "\(text): \(notes)")
  }

  @Test(
    "words that state an intent as one do so however they are divided",
    arguments: [
      ("denoise", #"tag == "gate" OR ~ "denoise""#, ["denoise"]),
      ("de noise", #"tag == "gate" OR ~ "denoise""#, ["de noise"]),
      ("de-noise", #"tag == "gate" OR ~ "denoise""#, ["de-noise"]),
      ("ping pong", #"tag == "delay" OR ~ "pingpong""#, ["ping", "pong"]),
      ("ping-pong", #"tag == "delay" OR ~ "pingpong""#, ["ping-pong"]),
      ("pingpong", #"tag == "delay" OR ~ "pingpong""#, ["pingpong"]),
    ])
  func joinedIntents(text: String, meaning: String, words: [String]) throws {
    try expect(text, meaning, [.intent(words: words, instead: [])])
  }

  @Test("a preposition or an article is not joined to what follows")
  func prepositions() throws {
    try expect("calf de noise", "calf", [.ignored(word: "noise")])
    try expect("de noise gate", noiseGate)
  }

  @Test(
    "a word that excludes goes before conditions and intents, unless it begins a phrase",
    arguments: [
      ("reverb without a gate", #"(\#(reverb)) AND NOT ~ "gate""#),
      ("reverb ohne noise gate", #"(\#(reverb)) AND NOT (\#(noiseGate))"#),
      ("without gate", #"NOT ~ "gate""#), ("reverb ohne mono", #"(\#(reverb)) AND NOT audioOutputs == 1"#),
      ("gate without side chain calf", #"(\#(gate)) AND ~ "calf" AND NOT sideChain == yes"#),
      ("reverb without hum", #"(\#(reverb)) AND NOT ~ "hum""#),
      ("reverb no gui", #"customView == no AND (\#(reverb))"#),
      ("reverb no hall", #"(\#(reverb)) AND NOT ~ "hall""#), ("calf no hall", #"calf hall"#),
    ])
  func negations(text: String, meaning: String) throws {
    try expect(text, meaning, text == "calf no hall" ? [.ignored(word: "no")] : [])
  }

  @Test("a negation of nothing is ignored, and never corrected")
  func lonelyNegation() throws { try expect("reverb without", reverb, [.ignored(word: "without")]) }

  @Test("a compound is understood by its parts")
  func compounds() throws {
    try expect(
      "nachhallgate", #"(\#(nachhall)) AND (\#(gate))"#,
      [.corrected(word: "nachhallgate", to: "nachhall gate")])
    try expect("reverbpedal", reverb, [.corrected(word: "reverbpedal", to: "reverb")])
  }

  @Test("an elided article is left out, and a name in which words stand side by side is not taken apart")
  func articles() throws {
    try expect("l'reverb", reverb)
    try expect("hall’s gate", #"~ "hall" AND (\#(gate))"#)
    try expect("a law", "a law")
  }

  @Test("exact words are changed into nothing but another name of what they name")
  func exactly() throws {
    try expect("calf revreb", "calf revreb", [], .exact)
    try expect("stereo noise gate", #"~ "stereo" AND (~ "noise gate" OR tag == "Gate")"#, [], .exact)
  }

  @Test("the word that is being typed is neither corrected nor optional")
  func typing() throws {
    try expect("calf revreb", "calf revreb", [], .typing)
    try expect("revreb cal", #"(\#(reverb)) AND ~ "cal""#, [.corrected(word: "revreb", to: "reverb")], .typing)
    try expect("hum", "hum", [], .typing)
    try expect("gui", "gui", [], .typing)
    try expect("calf the", "calf the", [], .typing)
    try expect("mono re", #"audioOutputs == 1 AND ~ "re""#, [], .typing)
  }

  @Test("words among comparisons and alternatives are understood each by itself")
  func amongComparisons() throws {
    try expect(
      "revreb audioInputs == 2", #"(\#(reverb)) AND audioInputs == 2"#, [.corrected(word: "revreb", to: "reverb")])
    try expect("noise gate or calf", #"\#(noiseGate) OR ~ "calf""#)
    try expect("name == x", #"name == "x""#)
  }

  @Test("understanding what was understood changes nothing")
  func isStable() throws {
    for text in ["noise gate", "dragon fly hall", "a reverb plugin", "calf revreb", "warm reverb", "make vocal loud"] {
      let once = try interpreted(text).predicate
      let twice = try interpreted(once.description).predicate
      #expect(twice.description == once.description, "\(text)")
    }
  }

  @Test("more words than a person types are looked up as they are")
  func manyWords() throws {
    let words = (0..<5_000).map { "revreb\($0)" }
    #expect(try interpreted(words.joined(separator: " ")).predicate == .text(words))
    let texts = (0..<33).map { "revreb\($0) calf" }.joined(separator: " or ")
    #expect(try interpreted(texts).notes.isEmpty)
    let long = String(repeating: "revreb", count: 10_000)
    #expect(try interpreted(long).predicate == .text([long]))
  }
}
