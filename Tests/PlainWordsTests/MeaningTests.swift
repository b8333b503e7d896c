import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import PlainWords

/// What kinds mean: what is tagged or named so.
private let gate = #"name CONTAINS[cd] "gate" OR tag == "Gate""#
private let nachhall = #"name CONTAINS[cd] "nachhall" OR tag == "Reverb""#
private let noiseGate = #"name CONTAINS[cd] "noise" AND name CONTAINS[cd] "gate" OR tag == "Gate""#
private let reverb = #"name CONTAINS[cd] "reverb" OR tag == "Reverb""#

/// What plain words are taken to mean.
struct MeaningTests {
  private func interpreted(
    _ text: String, _ matching: WordMatching = .interpreted, _ knowledge: FakeWordKnowledge = FakeWordKnowledge()
  ) throws -> InterpretedPredicate {
    let predicate = try ComponentPredicate(parsing: text, rules: FakeTextRules())
    return try PredicateInterpreter(knowledge, matching).interpret(predicate)
  }

  /// A note in short: `a > b` a correction, `a?` decides the order, `a!` is found elsewhere, `a-` is ignored, `a b:` an
  /// intent.
  private static func short(_ note: SearchNote) -> String {
    switch note {
    case .corrected(let word, let other): "\(word) > \(other)"
    case .optional(let word): "\(word)?"
    case .ordering(let words): words.map { "\($0)?" }.joined(separator: " ")
    case .elsewhere(let word): "\(word)!"
    case .ignored(let word): "\(word)-"
    case .intent(let words, _): words.joined(separator: " ") + ":"
    case .unknownUnit(let unit, let words): "\(words.joined(separator: " ")), \(unit)??"
    case .withoutUnit(let words): "\(words.joined(separator: " "))??"
    default: "\(note)"
    }
  }

  /// What is found: what meets all that is asked for, what has the words, and what has a rare one. A single kind is what is
  /// tagged so or has its name in any text.
  private static func whole(_ meaning: Meaning) -> ComponentPredicate {
    if meaning.demands.count == 1, meaning.kinds.count == 1 {
      return .conjunction(meaning.stated + [meaning.demands[0].anywhere])
    }
    let rare = meaning.rare.map { ComponentPredicate.conjunction(meaning.stated + [.text([$0])]) }
    return .disjunction([meaning.strict] + [meaning.literally].compactMap(\.self) + rare)
  }

  /// Expects what texts ask for strictly, each with notes that are divided by commas. What has the words is found besides.
  private func expectMeanings(_ examples: [(String, String, String)], _ matching: WordMatching = .interpreted) throws {
    for (text, strict, notes) in examples {
      let found = try interpreted(text, matching)
      let meaning = try demand(found.required?.meaning, "\(text)")
      verify(meaning.strict.description, equals: strict, "\(text)")
      verify(meaning.notes.map(Self.short).joined(separator: ", "), equals: notes, "\(text)")
      verify(meaning.predicate, equals: Self.whole(meaning), "\(text)")
      verify(found.notes, equals: meaning.notes, "\(text)")
      try verify(
        ComponentPredicate(parsing: found.predicate.description, rules: FakeTextRules()), equals: found.predicate)
    }
  }

  @Test("words mean what people mean by them")
  func means() throws {
    let noisegate = #"name CONTAINS[cd] "noisegate" OR \#(noiseGate)"#
    let wah = #"(~ "wah" OR tag == "Wah" OR tag == "filter") AND (\#(reverb))"#
    try expectMeanings([
      // Several words name a tag, in any language.
      ("noise gate", noiseGate, ""), ("nachhall", nachhall, ""),
      ("calf noise gate", #"~ "calf" AND (\#(noiseGate))"#, ""),
      ("noisegate", noisegate, ""),
      (#""noise gate""#, #"name CONTAINS[cd] "noise gate" OR tag == "Gate""#, ""),
      // A short word is part of too many names.
      ("reverb eq", #"(\#(reverb)) AND tag == "Equalizer""#, ""),
      // Joined and divided words are the same.
      ("dragon-fly hall", #"(~ "dragon fly" OR ~ "dragonfly") AND ~ "hall""#, ""),
      ("x 42", #"~ "x42" OR ~ "\"x 42\"""#, ""),
      ("dragonfly hall", #"(~ "dragonfly" OR ~ "dragon fly") AND ~ "hall""#, ""),
      // Words state what a component has, but not within a name; numbers may be words.
      ("reverb no gui", #"customView == no AND (\#(reverb))"#, ""), ("deux input", "audioInputs == 2", ""),
      ("stereo widener", #"name CONTAINS[cd] "stereo" AND name CONTAINS[cd] "widener" OR tag == "Imaging""#, ""),
      // A number with a unit asks what a parameter can be set to.
      ("reverb over 5 s", #"parameter.time > 5 AND (\#(reverb))"#, ""),
      ("reverb over 2500ms", #"parameter.time > 2.5 AND (\#(reverb))"#, ""),
      ("reverb over 0.5 seconds", #"parameter.time > 0.5 AND (\#(reverb))"#, ""),
      ("reverb over 2,5 s", #"parameter.time > 2.5 AND (\#(reverb))"#, ""),
      ("reverb over 20,000 ms", #"parameter.time > 20 AND (\#(reverb))"#, ""),
      ("reverb over -60 dB", #"parameter.level > -60 AND (\#(reverb))"#, ""),
      ("reverb −3dB", #"parameter.level == -3 AND (\#(reverb))"#, ""),
      ("reverb 5-seconds", #"parameter.time == 5 AND (\#(reverb))"#, ""),
      ("reverb 5+ s", #"parameter.time >= 5 AND (\#(reverb))"#, ""),
      ("reverb 5s+", #"parameter.time >= 5 AND (\#(reverb))"#, ""),
      ("reverb 5秒以上", #"parameter.time >= 5 AND (\#(reverb))"#, ""),
      ("reverb over two khz", #"parameter.frequency > 2000 AND (\#(reverb))"#, ""),
      ("reverb under 10 ms latency", #"latency < 480 AND (\#(reverb))"#, ""),
      ("reverb over 5 parsecs", reverb, "over 5 parsecs, parsecs??"), ("reverb over 5", reverb, "over 5??"),
      // Any word may stand in some phrases, and a tag that it names.
      ("reverb presets for pads", #"preset.name CONTAINS[cd] "pad" AND (\#(reverb))"#, ""),
      ("presets for nachhall", #"preset.name CONTAINS[cd] "nachhall" OR preset.name CONTAINS[cd] "reverb""#, ""),
      // A version has a zero or not; a name in capitals may be another word.
      ("gplv3", #"license MATCHES "gpl-3(\\.0)?""#, ""), ("gplv2.1", #"license MATCHES "gpl-2\\.1""#, ""),
      ("reverb MIT", #"license == nil AND (\#(reverb))"#, ""),
      ("5 band gate", #"~ "5 band" AND (\#(gate))"#, ""), ("5.1 reverb", #"audioOutputs == 6 AND (\#(reverb))"#, ""),
      // A plus sign behind a number makes it a least one, and stays where no phrase has it.
      ("hall 10+ band", #"presets >= 10 AND ~ "hall""#, ""),
      // Words of other languages exclude and join.
      ("gate ohne hall", #"NOT ~ "hall" AND (\#(gate))"#, ""),
      // A word is divided where only its parts mean something.
      ("Stereo-Hall", #"audioOutputs == 2 AND ~ "hall""#, ""), (#""stereo hall""#, #""stereo hall""#, ""),
      ("calf-hall", "calf hall", ""),
      // Words that mean nothing are left out, unless nothing else is left.
      ("a reverb plugin", reverb, ""), ("plugin", "plugin", ""),
      ("wah pedal", #"name CONTAINS[cd] "wah" AND name CONTAINS[cd] "pedal" OR tag == "Wah""#, ""),
      // Beside a negation of another language, a word means what it names there, unless that is asked for.
      ("gate ohne nachhall", #"NOT (\#(nachhall)) AND (\#(gate))"#, ""),
      ("gate without nachhall", #"NOT ~ "nachhall" AND (\#(gate))"#, ""),
      ("ohne nachhall reverb", #"NOT ~ "nachhall" AND (\#(reverb))"#, ""),
      ("ohne nachhall", #"NOT (\#(nachhall))"#, ""),
      // A word that only names a kind stays beside another kind.
      ("wah reverb", wah, ""),
      // A word that means nothing, but names a tag, means that where nothing else says what is meant.
      ("effect without reverb", #"tag == "Effects" AND NOT ~ "reverb""#, ""), ("effect", "effect", ""),
      ("hall effect", "hall", ""), ("effect without stereo hall", #"NOT audioOutputs == 2 AND ~ "hall""#, ""),
      ("lo fi effect", #"~ "lo fi" OR tag == "vinyl""#, "lo fi:"),
      // An elided article is left out, and a name in which words stand side by side is not taken apart.
      ("l'reverb", reverb, ""), ("hall’s gate", #"~ "hall" AND (\#(gate))"#, ""),
    ])
    // Among comparisons and alternatives, words are understood each by itself.
    for (text, meaning, notes) in [
      ("revreb audioInputs == 2", #"(tag == "Reverb" OR ~ "reverb") AND audioInputs == 2"#, "revreb > reverb"),
      ("noise gate or calf", #"\#(noiseGate) OR ~ "\"noise gate\"" OR ~ "calf""#, ""),
      ("hall oder gate", #"~ "hall" OR tag == "Gate" OR ~ "gate""#, ""),
      ("reverb -stereo", #"(tag == "Reverb" OR ~ "reverb") AND NOT audioOutputs == 2"#, ""),
      ("-nachhall", #"NOT ~ "nachhall""#, ""), ("-calf hall", #"NOT ~ "calf" AND ~ "hall""#, ""),
    ] {
      let found = try interpreted(text)
      verify(found.predicate.description, equals: meaning, "\(text)")
      verify(found.notes.map(Self.short).joined(separator: ", "), equals: notes, "\(text)")
    }
    let input = try interpreted("hall 10+ input").predicate.description
    verify(!input.contains("audioInputs"), "\(input)")
    for text in ["noise gate", "calf hall", "a reverb plugin", "calf revreb", "warm reverb", "make vocal loud"] {
      let once = try interpreted(text).predicate
      try verify(interpreted(once.description).predicate.description, equals: once.description, "\(text)")
    }
  }

  @Test("a misspelt word is corrected by itself or by those beside it, and one that only describes decides the order")
  func corrections() throws {
    try expectMeanings([
      ("calf revreb", #"~ "calf" AND (\#(reverb))"#, "revreb > reverb"),
      ("distorsion", "distortion", "distorsion > distortion"),
      // What something has may be a word or a name: only a long one is a misspelling, and its first letter is right.
      ("revrb", "revrb", ""), ("loader", "loader", ""),
      // Even a short one, by those beside it; alone, it may be anything.
      ("nois gate", noiseGate, "nois > noise"),
      ("make vocal lowd", #"~ "vocal loud" OR tag == "compressor""#, "lowd > loud, vocal loud:"),
      ("lo fy", #"~ "lo fi" OR tag == "vinyl""#, "fy > fi, lo fi:"), ("fy", "fy", ""), ("calf fy", "calf", "fy-"),
      ("side chian gate", #"sideChain == yes AND (\#(gate))"#, "chian > chain"),
      ("reverb withot gate", #"NOT ~ "gate" AND (\#(reverb))"#, "withot > without"),
      // To the name of a maker beside a kind, and to what something has beside a name.
      ("clf reverb", #"~ "calf" AND (\#(reverb))"#, "clf > calf"), ("lsp hull", "lsp hall", "hull > hall"),
      // A phrase that nothing has counts by its words beside others, a compound by its parts.
      (#"reverb "calf hall""#, #"(\#(reverb)) AND ~ "calf hall""#, #""calf hall" > calf hall"#),
      (#""calf hall""#, #""calf hall""#, ""),
      ("nachhallgate", #"(\#(nachhall)) AND (\#(gate))"#, "nachhallgate > nachhall gate"),
      ("reverbpedal", reverb, "reverbpedal > reverb"),
      // Signs and schemes that no text has are said to be left out.
      ("reverb+", reverb, "reverb+ > reverb"), ("urn:hall", "hall", "urn:hall > hall"),
      ("gate+", #"name CONTAINS[cd] "gate+" OR tag == "Gate""#, ""),
      // What only describes.
      ("warm reverb", reverb, "warm?"), ("dragonfly reverb", reverb, "dragonfly!"),
      ("calf dragonfly", #"~ "calf" AND (~ "dragonfly" OR ~ "dragon fly")"#, ""),
    ])
    var knowledge = FakeWordKnowledge()
    knowledge.strong.remove("hall")
    let meaning = try demand(interpreted("lsp hull", .interpreted, knowledge).required?.meaning)
    verify(meaning.strict.description == "lsp" && meaning.notes == [.ignored(word: "hull")], "\(meaning.notes)")
  }

  @Test("what people want to achieve becomes what helps, unless it is a name or says what the thing is")
  func intents() throws {
    let (denoise, pingpong) = (#"~ "denoise" OR tag == "gate""#, #"~ "pingpong" OR tag == "delay""#)
    try expectMeanings([
      ("make vocal loud", #"~ "vocal loud" OR tag == "compressor""#, "vocal loud:"), ("hum gate", gate, "hum:"),
      ("remove hum", #"~ "hum" OR tag == "highpass""#, "hum:, remove?"), ("calf hum", "calf hum", ""),
      ("pop-filter", #"~ "pop filter" OR tag == "gate""#, "pop filter:"),
      ("lsp hum", #"(~ "hum" OR tag == "highpass") AND ~ "lsp""#, "hum:"),
      // However they are divided.
      ("denoise", denoise, "denoise:"), ("de noise", denoise, "de noise:"), ("de-noise", denoise, "de noise:"),
      ("ping pong", pingpong, "ping pong:"), ("pingpong", pingpong, "pingpong:"),
      // A preposition or an article is not joined to what follows, unless nothing stands before it.
      ("calf de noise", "calf", "noise-"), ("de noise gate", gate, "de noise:"),
      // What helps with one of several is enough.
      ("hum lo fi", #"~ "hum" OR tag == "highpass" OR ~ "lo fi" OR tag == "vinyl""#, "hum:, lo fi:"),
    ])
    // What helps is named, the best first, unless that only repeats the tag which the words name.
    for (text, instead) in [
      ("make vocal loud", [["compressor"]]), ("hum loud vocal", [["highpass"], ["compressor"]]),
      ("lo fi", [["vinyl"]]), ("octave", [["Octaver", "pitch"]]), ("wah", []),
    ] {
      let named = try interpreted(text).notes.compactMap { if case .intent(_, let names) = $0 { names } else { nil } }
      verify(named, equals: instead, "\(text)")
    }
    // One of several words is meant where nothing of the kind suits it, but few words describe the kind, unless it plays.
    var knowledge = FakeWordKnowledge()
    for intent in ["loud vocal", "dark", "clear loud vocal"] { knowledge.intents[intent] = #""nowhere"=3"# }
    for (text, strict) in [
      ("clear loud vocal gate", #"~ "clear loud vocal" OR ~ "nowhere""#),
      ("loud vocal organ", #"~ "loud vocal" OR ~ "nowhere""#), ("loud vocal gate", gate), ("dark gate", gate),
      ("dark organ", #"name CONTAINS[cd] "organ" OR tag == "Organ""#),
    ] {
      let found = try interpreted(text, .interpreted, knowledge).required?.meaning.strict
      verify(found?.description, equals: strict, "\(text)")
    }
  }

  @Test("a word that excludes goes before conditions and intents; what a component can do is asked for beside its kind")
  func negationsAndFeatures() throws {
    try expectMeanings([
      ("reverb without a gate", #"NOT ~ "gate" AND (\#(reverb))"#, ""),
      ("reverb ohne noise gate", #"NOT (\#(noiseGate)) AND (\#(reverb))"#, ""),
      ("gate without side chain calf", #"NOT sideChain == yes AND (\#(gate)) AND ~ "calf""#, ""),
      ("reverb without hum", #"NOT ~ "hum" AND (\#(reverb))"#, ""),
      ("reverb no hall", #"NOT ~ "hall" AND (\#(reverb))"#, ""), ("calf no hall", #"calf hall"#, "no-"),
      // A negation of nothing is ignored, and never corrected.
      ("reverb without", reverb, "without-"),
    ])
    for (text, meaning) in [
      ("freezing reverb", #"(~ "freezing" OR ~ "freez") AND (\#(reverb))"#),
      ("reverb with freeze", #"(\#(reverb)) AND (~ "freeze" OR ~ "freez")"#),
      ("reverb with pre-delay", #"(\#(reverb)) AND (~ "\"pre delay\"" OR ~ "predel")"#),
      // Not without a kind, and not far from it.
      ("freeze", "freeze"), ("calf hall freeze", "calf hall"),
      // A word that is in no table, but that some of the kind have.
      ("reverb with loader", #"(\#(reverb)) AND ~ "loader""#), ("reverb for loader", reverb),
      // A condition is one.
      ("reverb with side chain", #"sideChain == yes AND (\#(reverb))"#),
    ] {
      try verify(interpreted(text).required?.meaning.strict.description, equals: meaning, "\(text)")
    }
    // The last kind is what the others describe, or that before a preposition, even misspelt.
    for (text, tags) in [
      ("gate reverb", ["Reverb"]), ("gate with reverb", ["Gate"]), ("revreb with gate", ["Reverb"]),
      ("noise-gate with reverb", ["Gate"]), ("stereo reverb", ["Reverb"]), ("reverb", ["Reverb"]), ("calf hall", nil),
    ] {
      try verify(interpreted(text).required?.meaning.mainKind?.tags.map(\.name), equals: tags, "\(text)")
    }
  }

  @Test("exact words change into nothing but another name; the one that is typed, and very many, are left as they are")
  func asTheyAre() throws {
    try expectMeanings(
      [
        ("calf revreb", "calf revreb", ""),
        ("stereo noise gate", #"~ "stereo" AND (~ "noise gate" OR tag == "Gate")"#, ""),
      ], .exact)
    try expectMeanings(
      [
        ("calf revreb", "calf revreb", ""), ("revreb cal", #"(\#(reverb)) AND ~ "cal""#, "revreb > reverb"),
        ("hum", "hum", ""), ("gui", "gui", ""), ("calf the", "calf the", ""),
        ("mono re", #"audioOutputs == 1 AND ~ "re""#, ""),
      ], .typing)
    let words = (0..<5_000).map { "revreb\($0)" }
    try verify(interpreted(words.joined(separator: " ")).predicate, equals: .text(words))
    let texts = (0..<33).map { "revreb\($0) calf" }.joined(separator: " or ")
    try verify(interpreted(texts).notes.isEmpty)
    let long = String(repeating: "revreb", count: 10_000)
    try verify(interpreted(long).predicate, equals: .text([long]))
  }
}
