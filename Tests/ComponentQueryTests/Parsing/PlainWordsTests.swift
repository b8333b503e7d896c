import ComponentModel
import ComponentQuery
import Testing

/// How a text without a comparison is read, and words among comparisons.
@Suite struct PlainWordsTests {
  @Test(
    "a text is read as it is meant",
    arguments: [
      // Words, signs and connectives become a predicate.
      ("reverb -lsp", #"~ "reverb" AND NOT ~ "lsp""#), ("reverb not lsp", #"~ "reverb" AND NOT ~ "lsp""#),
      ("-lsp reverb hall", #"NOT ~ "lsp" AND ~ "reverb hall""#), ("-lsp", #"NOT ~ "lsp""#),
      ("reverb -lsp hall -mono", #"~ "reverb hall" AND NOT ~ "lsp" AND NOT ~ "mono""#),
      ("reverb or delay", #"~ "reverb" OR ~ "delay""#), ("reverb | delay", #"~ "reverb" OR ~ "delay""#),
      ("reverb || stereo delay", #"~ "reverb" OR ~ "stereo delay""#), ("drum and bass", "drum bass"),
      ("drum & bass", "drum bass"), ("drum && bass", "drum bass"),
      // An exclusion at the end is meant of all, unless an earlier one has its own, or there are parentheses.
      ("reverb or delay not lsp", #"(~ "reverb" OR ~ "delay") AND NOT ~ "lsp""#),
      ("reverb | stereo delay -lsp -calf", #"(~ "reverb" OR ~ "stereo delay") AND NOT ~ "lsp" AND NOT ~ "calf""#),
      ("reverb -lsp or delay", #"~ "reverb" AND NOT ~ "lsp" OR ~ "delay""#),
      ("reverb -lsp or delay -calf", #"~ "reverb" AND NOT ~ "lsp" OR ~ "delay" AND NOT ~ "calf""#),
      ("reverb or (delay -lsp)", #"~ "reverb" OR ~ "delay" AND NOT ~ "lsp""#),
      ("reverb or -lsp", #"~ "reverb" OR NOT ~ "lsp""#),
      ("(reverb or delay) stereo", #"(~ "reverb" OR ~ "delay") AND ~ "stereo""#),
      ("(tape hall) plate", "tape hall plate"), ("reverb -(lsp or calf)", #"~ "reverb" AND NOT (~ "lsp" OR ~ "calf")"#),
      (#"-"tape delay" echo"#, #"NOT ~ "\"tape delay\"" AND ~ "echo""#),
      (#""tape delay" or echo"#, #"~ "\"tape delay\"" OR ~ "echo""#),
      ("drum -808", #"~ "drum" AND NOT ~ "808""#), ("not reverb hall", #"NOT ~ "reverb" AND ~ "hall""#),
      ("vocals not in tune", #"~ "vocals tune" AND NOT ~ "\"in\"""#), ("★ reverb", #""★" reverb"#),
      ("not not reverb", "reverb"), ("reverb not -lsp", "reverb lsp"), ("+reverb", "reverb"),
      ("--count", #""--count""#),
      ("de-esser multi-sampler", #""de-esser" "multi-sampler""#),
      // Typographic dashes exclude as that of ASCII does.
      ("reverb –lsp", #"~ "reverb" AND NOT ~ "lsp""#), ("reverb −lsp", #"~ "reverb" AND NOT ~ "lsp""#),
      ("reverb ‑lsp", #"~ "reverb" AND NOT ~ "lsp""#), ("reverb —lsp", #"~ "reverb" AND NOT ~ "lsp""#),
      ("–“tape delay” echo", #"NOT ~ "\"tape delay\"" AND ~ "echo""#),
      ("reverb –(lsp or calf)", #"~ "reverb" AND NOT (~ "lsp" OR ~ "calf")"#),
      ("name == Tone –lsp", #"name == "Tone" AND NOT ~ "lsp""#), ("–by:lsp", #"NOT manufacturer CONTAINS[cd] "lsp""#),
      ("in halls –lsp", #"IN "halls" AND NOT ~ "lsp""#), ("drum –808", #"~ "drum" AND NOT ~ "808""#),
      ("reverb – lsp", "reverb lsp"), ("reverb −", "reverb"), ("de–esser", #""de–esser""#), (#""–lsp""#, #""–lsp""#),
      ("reverb ––lsp", #"reverb "––lsp""#), ("not –lsp", "lsp"),
      // Names of keys, quantifiers and operators are words without their operator or key.
      ("sidechain compressor", "sidechain compressor"), ("class a amp", "class a amp"),
      ("latency compensation", "latency compensation"), ("all pass", #""all" pass"#), ("tag drum", "tag drum"),
      ("sounds like tape", #"sounds "like" tape"#), ("type of reverb", "type of reverb"), ("none", #""none""#),
      ("in my ear", #""in" my ear"#), ("http://example.org/tag:x", #""http://example.org/tag:x""#),
      ("urn:x", #""urn:x""#),
      ("audioInputs 2", "audioInputs 2"), ("name", "name"),
      // Nothing in plain words is an error that people can't see.
      ("or", #""or""#), ("and not", #""and" "not""#), ("-", #""-""#), ("reverb or", "reverb"),
      ("or reverb", "reverb"), ("reverb not", "reverb"), ("hall (large", "hall large"), ("hall) large(", "hall large"),
      ("reverb ()", "reverb"), ("reverb or ()", "reverb"), ("-() reverb", "reverb"), ("reverb - delay", "reverb delay"),
      (#"drum "kit"#, "drum kit"), ("the 'kit", "the kit"), ("“drum kit", "drum kit"), (#""" reverb"#, "reverb"),
      (#""""#, "TRUEPREDICATE"),
      // Typographic quotes are quotes, in predicates too.
      ("“tape delay”", #""tape delay""#), ("„Hall groß“", #""Hall groß""#), ("«écho»", #""écho""#), ("»Hall«", "Hall"),
      ("「リバーブ」", #""リバーブ""#), ("l’ampli", #""l’ampli""#), ("’80s kit", "80s kit"), ("‘80s’ kit", "80s kit"),
      ("‘it’s’ x", #""it’s" x"#),
      ("’80s ’90s synth", "80s 90s synth"), ("‘it's’", #""it's""#), ("“the \"best\" one”", #""the \"best\" one""#),
      ("drum 'n bass that's", #"drum n bass "that's""#), (#"\users "\users""#, #""\\users" "\\users""#),
      ("guitarists’ amp", "guitarists amp"), ("tag contains “drum”", #"tag CONTAINS "drum""#),
      ("name contains“x”", #"name CONTAINS "x""#),
      (#"name == “a\"b”"#, #"name == "a\"b""#),
      // Channels as lists show them are a condition.
      ("reverb 1→2", #"~ "reverb" AND audioInputs == 1 AND audioOutputs == 2"#),
      ("1->2", "audioInputs == 1 AND audioOutputs == 2"),
      ("reverb 2>2", #"~ "reverb" AND audioInputs == 2 AND audioOutputs == 2"#),
      ("reverb 2-2", #"~ "reverb" AND audioInputs == 2 AND audioOutputs == 2"#),
      ("-1-2 hall", #"NOT (audioInputs == 1 AND audioOutputs == 2) AND ~ "hall""#),
      ("2>audioInputs", "audioInputs < 2"), ("version == 1.2", #"version == "1.2""#),
      ("→2", "audioOutputs == 2"), ("piano -> 2", #"~ "piano" AND audioOutputs == 2"#), ("-> 2?", "audioOutputs == 2"),
      ("2→ hall", #"audioInputs == 2 AND ~ "hall""#), ("2->", "audioInputs == 2"),
      ("MIDI→stereo", "audioInputs == 0 AND midiInput == yes AND audioOutputs == 2"),
      ("mono -> stereo", "audioInputs == 1 AND audioOutputs == 2"),
      ("hall -→2", #"~ "hall" AND NOT audioOutputs == 2"#),
      ("1→2?", "audioInputs == 1 AND audioOutputs == 2"), ("1\t->\t2", "audioInputs == 1 AND audioOutputs == 2"),
      ("1 -> 2 cv-gate", #"audioInputs == 1 AND audioOutputs == 2 AND ~ "\"cv-gate\"""#),
      ("1 -> 12, hall", #"audioInputs == 1 AND audioOutputs == 12 AND ~ "hall""#),
      ("midi→2 drums", #"audioInputs == 0 AND midiInput == yes AND audioOutputs == 2 AND ~ "drums""#),
      ("MIDI->MIDI", "audioInputs == 0 AND midiInput == yes AND audioOutputs == 0 AND midiOutput == yes"),
      (
        "MIDI+1→1",
        "audioInputs == 1 AND midiInput == yes AND type IN {MusicEffect, MusicDevice} AND audioOutputs == 1"
      ),
      ("2 CV→1 CV", "audioInputs == 0 AND cvInputs == 2 AND audioOutputs == 0 AND cvOutputs == 1"),
      ("-1→2 hall", #"NOT (audioInputs == 1 AND audioOutputs == 2) AND ~ "hall""#),
      ("hall -1->2", #"~ "hall" AND NOT (audioInputs == 1 AND audioOutputs == 2)"#),
      (
        "(1→1 or 2→2) hall",
        #"(audioInputs == 1 AND audioOutputs == 1 OR audioInputs == 2 AND audioOutputs == 2) AND ~ "hall""#
      ),
      ("type == Effect 1→2", "type == Effect AND audioInputs == 1 AND audioOutputs == 2"),
      ("name == Tone 1 -> 2", #"name == "Tone" AND audioInputs == 1 AND audioOutputs == 2"#),
      // An arrow anywhere else is a part of a word, or means nothing.
      (#""1→2""#, #""1→2""#), (#""1->2""#, #""1->2""#), ("1→2→1", #""1→2→1""#), ("1→2x", #""1→2x""#),
      ("a->b", #""a->b""#), ("2 -> hall", "2 hall"), ("2→hall", #""2→hall""#), ("reverb -> delay", "reverb delay"),
      ("reverb → delay", "reverb delay"),
      ("->", #""->""#), ("reverb ->delay", #"reverb "->delay""#), ("12345→2", #""12345→2""#),
      ("2-2-2", #""2-2-2""#), ("2026-11", #""2026-11""#), ("2-2x", #""2-2x""#), ("a-2", #""a-2""#),
      ("name == 2-2", #"name == "2-2""#), ("name == 1→2", #"name == "1→2""#), ("name == 1->2", #"name == "1->2""#),
      (#"~ "1 -> 2""#, #""1 -> 2""#),
      // A key and a colon compare.
      ("tag:reverb", #"tag ==[d] "reverb" OR tag CONTAINS[d] "reverb""#),
      ("by:calf", #"manufacturer CONTAINS[cd] "calf""#),
      ("NAME:hall", #"name CONTAINS[cd] "hall""#), (#"name:"large hall""#, #"name CONTAINS[cd] "large hall""#),
      ("name:“large hall”", #"name CONTAINS[cd] "large hall""#), ("name:42", #"name CONTAINS[cd] "42""#),
      ("stereo by:calf", #"~ "stereo" AND manufacturer CONTAINS[cd] "calf""#),
      ("-by:lsp reverb", #"NOT manufacturer CONTAINS[cd] "lsp" AND ~ "reverb""#), ("inputs:2", "audioInputs == 2"),
      ("type:effect", "type == Effect"), ("favorite:yes", "favorite == yes"),
      ("fav:yes hall", #"favorite == yes AND ~ "hall""#),
      ("uri:http://x.org/a", #"uri CONTAINS[cd] "http://x.org/a""#),
      ("preset:lead", #"preset.name CONTAINS[cd] "lead""#),
      ("features:urid", #"ANY requiredFeatures CONTAINS[cd] "urid""#), ("by:nil", #"manufacturer CONTAINS[cd] "nil""#),
      ("tags:rev", #"ANY tags ==[d] "rev" OR ANY tags CONTAINS[d] "rev""#), ("midi:yes", "midiInput == yes"),
      ("reverb: hall", #""reverb:" hall"#), ("name: hall", #"name CONTAINS[cd] "hall""#),
      ("name : hall", #"name CONTAINS[cd] "hall""#), ("big name : -hall", #"~ "big name" AND NOT ~ "hall""#),
      (#"reverb by: "x y""#, #"~ "reverb" AND manufacturer CONTAINS[cd] "x y""#), ("inputs: 2", "audioInputs == 2"),
      ("type: effect hall", #"type == Effect AND ~ "hall""#), ("midi: hall", #""midi:" hall"#),
      ("inputs : two", "inputs two"),
      ("audioInputs == 2 name : hall", #"audioInputs == 2 AND name CONTAINS[cd] "hall""#),
      // Words stand among comparisons where no other reading is possible.
      ("reverb audioInputs == 2", #"~ "reverb" AND audioInputs == 2"#),
      ("audioInputs == 2 large hall", #"audioInputs == 2 AND ~ "large hall""#),
      ("reverb latency == 0 parameters < 5", #"~ "reverb" AND latency == 0 AND parameters < 5"#),
      ("type == Effect reverb", #"type == Effect AND ~ "reverb""#),
      ("favorite == yes hall", #"favorite == yes AND ~ "hall""#),
      (#"tag == "Reverb" -lsp"#, #"tag == "Reverb" AND NOT ~ "lsp""#),
      ("reverb by:calf audioInputs == 2", #"~ "reverb" AND manufacturer CONTAINS[cd] "calf" AND audioInputs == 2"#),
      ("(reverb or delay) audioInputs == 1", #"(~ "reverb" OR ~ "delay") AND audioInputs == 1"#),
      (#""large hall" and type == Effect"#, #"~ "\"large hall\"" AND type == Effect"#),
      ("5 band audioInputs == 2", #"~ "5 band" AND audioInputs == 2"#),
      ("audioInputs == 2 not reverb hall", #"audioInputs == 2 AND NOT ~ "reverb" AND ~ "hall""#),
      ("audioInputs == 2 drum -808", #"audioInputs == 2 AND ~ "drum" AND NOT ~ "808""#),
      (#"reverb -"tape delay" audioInputs == 2"#, #"~ "reverb" AND NOT ~ "\"tape delay\"" AND audioInputs == 2"#),
      ("-(hall or plate) audioInputs == 2", #"NOT (~ "hall" OR ~ "plate") AND audioInputs == 2"#),
      ("reverb +hall audioInputs == 2", #"~ "reverb hall" AND audioInputs == 2"#),
      ("reverb | delay audioInputs == 2", #"~ "reverb" OR ~ "delay" AND audioInputs == 2"#),
      ("reverb, hall & plate audioInputs == 2", #"~ "reverb hall plate" AND audioInputs == 2"#),
      ("true peak audioInputs == 2", #"~ "true peak" AND audioInputs == 2"#),
      ("all pass type == Effect", #"~ "\"all\" pass" AND type == Effect"#),
      ("reverb no gui audioInputs == 2", #"~ "reverb no gui" AND audioInputs == 2"#),
      ("type == Effect band audioInputs == 2", #"type == Effect AND ~ "band" AND audioInputs == 2"#),
      ("name == Tone -lsp", #"name == "Tone" AND NOT ~ "lsp""#),
      ("name == Tone by:calf", #"name == "Tone" AND manufacturer CONTAINS[cd] "calf""#),
      ("in live -lsp", #"IN "live" AND NOT ~ "lsp""#),
      (#"in "stereo halls" reverb"#, #"IN "stereo halls" AND ~ "reverb""#),
      ("reverb audioInputs == 2 hall", #"~ "reverb hall" AND audioInputs == 2"#),
      ("~ reverb and ~ hall", #"~ "reverb" AND ~ "hall""#),
      ("hall tag == Stereo", #"~ "hall" AND tag == "Stereo""#),
      ("license == nil hall", #"license == nil AND ~ "hall""#),
    ] as [(String, String)])
  func reads(text: String, printed: String) throws { try expect(text, printed) }

  @Test(
    "a key and a colon without a value are an error, once all is typed",
    arguments: [
      ("tag:", 5, "tag:drum"), ("tag: ", 5, "tag:drum"), ("reverb by:", 11, "by:calf"),
      (#"name:"""#, 6, "name:hall"), ("name: “”", 6, "name:hall"), ("name : ", 7, "name:hall"),
      ("(inputs:) hall", 9, "inputs:2"), ("-fav: or hall", 6, "fav:yes"), ("type:, hall", 6, "type:MusicDevice"),
      ("tag: -drum", 5, "tag:drum"), (#"reverb audioInputs == 2 typeName:"#, 34, #"typeName:"Music Device""#),
      ("added:", 7, "added:2026-11"), ("preset: )", 8, "preset:vocal"),
    ])
  func needsValue(text: String, column: Int, example: String) {
    let error = #expect(throws: InvalidPredicate.self) { try ComponentPredicate(typed: text, arguments: []) }
    let name = example.prefix { $0 != ":" }
    #expect(error?.message == "there is no value after `\(name):`")
    #expect(error?.column == column && error?.remedy == "write one, as in `\(example)`", "\(String(describing: error))")
    #expect((try? ComponentPredicate(parsing: example)) != nil)
    #expect(parsingError(of: text) == nil, "a saved search may say it")
  }

  @Test("parentheses around nothing are no search", arguments: [("()", 1), ("or ((", 4), (") and ,", 1)])
  func emptyParentheses(text: String, column: Int) throws {
    let error = InvalidPredicate("there is nothing to search for besides parentheses", column: column)
    #expect(throws: error) { try ComponentPredicate(parsing: text) }
  }

  @Test(
    "words that are nearly a predicate suggest it",
    arguments: [
      ("tag drum", "tag contains drum"), ("tag is drum", "tag == drum"), ("audioInputs 2", "audioInputs == 2"),
      ("tag drum machine", #"tag contains "drum machine""#), ("favorite", "favorite == yes"), ("drum machine", nil),
      ("reverb -lsp", nil), ("tag == drum", nil), ("class a amp", #"class contains "a amp""#), ("(tag", nil),
      ("tag drum and bass", nil), ("favorite or hidden", nil), ("name hall -lsp", nil),
    ])
  func suggests(text: String, predicate: String?) {
    #expect(ComponentPredicate.nearestPredicate(to: text) == predicate)
  }

  private func expect(_ text: String, _ printed: String) throws {
    let predicate = try ComponentPredicate(parsing: text)
    #expect(predicate.description == printed)
    #expect(try ComponentPredicate(parsing: printed) == predicate)
  }

  @Test("several bars between words are one `OR`", arguments: ["| |", "| OR", "| | or"])
  func bars(between: String) throws {
    let predicate = try ComponentPredicate(parsing: "~ \"a\" b \(between) c")
    #expect(predicate.description == #"~ "a" AND ~ "b" OR ~ "c""#)
    #expect(try ComponentPredicate(parsing: predicate.description) == predicate)
  }
}
