import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// How a text without a comparison is read, and words among comparisons.
struct PlainWordsTests {
  private func expectReadings(_ examples: [(String, String)]) throws {
    for (text, printed) in examples {
      let predicate = try ComponentPredicate(parsing: text)
      verify(predicate.description, equals: printed, "\(text)")
      try verify(ComponentPredicate(parsing: printed), equals: predicate, "\(text)")
    }
  }

  @Test("words, signs, connectives and quotes become a predicate")
  func words() throws {
    try expectReadings([
      ("reverb -lsp", #"~ "reverb" AND NOT ~ "lsp""#), ("reverb not lsp", #"~ "reverb" AND NOT ~ "lsp""#),
      ("-lsp reverb hall", #"NOT ~ "lsp" AND ~ "reverb hall""#), ("-lsp", #"NOT ~ "lsp""#),
      ("reverb | delay", #"~ "reverb" OR ~ "delay""#), ("drum && bass", "drum bass"),
      ("~ \"a\" b | | or c", #"~ "a" AND ~ "b" OR ~ "c""#),
      // An exclusion at the end is meant of all, unless an earlier one has its own, or there are parentheses.
      ("reverb | stereo delay -lsp -calf", #"(~ "reverb" OR ~ "stereo delay") AND NOT ~ "lsp" AND NOT ~ "calf""#),
      ("reverb -lsp or delay -calf", #"~ "reverb" AND NOT ~ "lsp" OR ~ "delay" AND NOT ~ "calf""#),
      ("reverb or (delay -lsp)", #"~ "reverb" OR ~ "delay" AND NOT ~ "lsp""#),
      ("reverb or -lsp", #"~ "reverb" OR NOT ~ "lsp""#),
      ("(reverb or delay) stereo", #"(~ "reverb" OR ~ "delay") AND ~ "stereo""#),
      ("reverb -(lsp or calf)", #"~ "reverb" AND NOT (~ "lsp" OR ~ "calf")"#),
      (#"-"tape delay" echo"#, #"NOT ~ "\"tape delay\"" AND ~ "echo""#),
      ("vocals not in tune", #"~ "vocals tune" AND NOT ~ "\"in\"""#), ("not not reverb", "reverb"),
      ("+reverb", "reverb"), ("de-esser multi-sampler", #""de-esser" "multi-sampler""#),
      // Typographic dashes exclude as that of ASCII does.
      ("reverb –lsp", #"~ "reverb" AND NOT ~ "lsp""#), ("–“tape delay” echo", #"NOT ~ "\"tape delay\"" AND ~ "echo""#),
      ("reverb – lsp", "reverb lsp"), ("de–esser", #""de–esser""#), (#""–lsp""#, #""–lsp""#),
      ("reverb ––lsp", #"reverb "––lsp""#),
      // The dash of a negative number with a unit excludes nothing, and a comma in a number doesn't separate.
      ("gate -60 dB", #"gate "-60" dB"#), ("gate -60dB", #"gate "-60dB""#), ("gate −60 dB", #"gate "-60" dB"#),
      ("gate -60", #"~ "gate" AND NOT ~ "60""#), ("gate -60 bands", #"~ "gate bands" AND NOT ~ "60""#),
      ("delay 2,5 s", #"delay "2,5" s"#), ("delay -2,5s", #"delay "-2,5s""#), ("delay 2, 5", "delay 2 5"),
      ("delay -2,5", #"~ "delay 5" AND NOT ~ "2""#), ("5,band", "5 band"),
      // Names of keys, quantifiers and operators are words without their operator or key.
      ("all pass", #""all" pass"#), ("tag drum", "tag drum"), ("sounds like tape", #"sounds "like" tape"#),
      ("in my ear", #""in" my ear"#), ("urn:x", #""urn:x""#),
      ("http://example.org/tag:x", #""http://example.org/tag:x""#),
      // Nothing in plain words is an error that people can't see.
      ("or", #""or""#), ("and not", #""and" "not""#), ("-", #""-""#), ("reverb or", "reverb"), ("reverb not", "reverb"),
      ("hall (large", "hall large"),
      ("-() reverb", "reverb"), (#"drum "kit"#, "drum kit"), (#""""#, "TRUEPREDICATE"),
      // Typographic quotes are quotes, in predicates too.
      ("“tape delay”", #""tape delay""#), ("„Hall groß“", #""Hall groß""#), ("«écho»", #""écho""#),
      ("「リバーブ」", #""リバーブ""#), ("l’ampli", #""l’ampli""#), ("’80s kit", "80s kit"), ("’80s ’90s synth", "80s 90s synth"),
      ("“the \"best\" one”", #""the \"best\" one""#), ("drum 'n bass that's", #"drum n bass "that's""#),
      (#"\users "\users""#, #""\\users" "\\users""#), ("tag contains “drum”", #"tag CONTAINS "drum""#),
      ("name contains“x”", #"name CONTAINS "x""#), (#"name == “a\"b”"#, #"name == "a\"b""#),
    ])
    for (text, words) in [
      ("\"drum and bass\"", ["drum and bass"]), ("it's l'ampli", ["it's", "l'ampli"]),
      ("no yes nil", ["no", "yes", "nil"]), ("drum\u{3000}kit\u{A0}R&B", ["drum", "kit", "R&B"]),
      ("\"tag\" Wow!", ["tag", "Wow!"]), ("x42 808 1e3", ["x42", "808", "1e3"]),
    ] {
      try verify(ComponentPredicate(parsing: text), equals: .text(words))
    }
  }

  @Test("channels as lists show them are a condition, and an arrow anywhere else is a part of a word, or means nothing")
  func channels() throws {
    try expectReadings([
      ("reverb 1→2", #"~ "reverb" AND audioInputs == 1 AND audioOutputs == 2"#),
      ("1->2", "audioInputs == 1 AND audioOutputs == 2"), ("→2", "audioOutputs == 2"), ("2->", "audioInputs == 2"),
      ("reverb 2-2", #"~ "reverb" AND audioInputs == 2 AND audioOutputs == 2"#),
      ("-1-2 hall", #"NOT (audioInputs == 1 AND audioOutputs == 2) AND ~ "hall""#),
      ("2>audioInputs", "audioInputs < 2"), ("version == 1.2", #"version == "1.2""#),
      ("2→ hall", #"audioInputs == 2 AND ~ "hall""#), ("mono -> stereo", "audioInputs == 1 AND audioOutputs == 2"),
      ("1\t->\t2", "audioInputs == 1 AND audioOutputs == 2"),
      ("1 -> 12, hall", #"audioInputs == 1 AND audioOutputs == 12 AND ~ "hall""#),
      ("MIDI->MIDI", "audioInputs == 0 AND midiInput == yes AND audioOutputs == 0 AND midiOutput == yes"),
      (
        "MIDI+1→1",
        "audioInputs == 1 AND midiInput == yes AND type IN {MusicEffect, MusicDevice} AND audioOutputs == 1"
      ),
      ("2 CV→1 CV", "audioInputs == 0 AND cvInputs == 2 AND audioOutputs == 0 AND cvOutputs == 1"),
      (
        "(1→1 or 2→2) hall",
        #"(audioInputs == 1 AND audioOutputs == 1 OR audioInputs == 2 AND audioOutputs == 2) AND ~ "hall""#
      ),
      (#""1→2""#, #""1→2""#), ("1→2→1", #""1→2→1""#), ("1→2x", #""1→2x""#), ("2 -> hall", "2 hall"),
      ("reverb → delay", "reverb delay"), ("->", #""->""#), ("reverb ->delay", #"reverb "->delay""#),
      ("2-2-2", #""2-2-2""#), ("2026-11", #""2026-11""#), ("name == 2-2", #"name == "2-2""#),
      (#"~ "1 -> 2""#, #""1 -> 2""#),
    ])
  }

  @Test("a key and a colon compare, and words stand among comparisons where no other reading is possible")
  func comparisons() throws {
    try expectReadings([
      ("tag:reverb", #"tag ==[d] "reverb" OR tag CONTAINS[d] "reverb""#), ("NAME:hall", #"name CONTAINS[cd] "hall""#),
      (#"name:"large hall""#, #"name CONTAINS[cd] "large hall""#),
      ("name:“large hall”", #"name CONTAINS[cd] "large hall""#),
      ("-by:lsp reverb", #"NOT manufacturer CONTAINS[cd] "lsp" AND ~ "reverb""#), ("type:effect", "type == Effect"),
      ("fav:yes hall", #"favorite == yes AND ~ "hall""#), ("uri:http://x.org/a", #"uri CONTAINS[cd] "http://x.org/a""#),
      ("midi:yes", "midiInput == yes"), ("by:nil", #"manufacturer CONTAINS[cd] "nil""#),
      ("features:urid", #"ANY requiredFeatures CONTAINS[cd] "urid""#),
      ("tags:rev", #"ANY tags ==[d] "rev" OR ANY tags CONTAINS[d] "rev""#), ("reverb: hall", #""reverb:" hall"#),
      ("name : hall", #"name CONTAINS[cd] "hall""#), ("big name : -hall", #"~ "big name" AND NOT ~ "hall""#),
      (#"reverb by: "x y""#, #"~ "reverb" AND manufacturer CONTAINS[cd] "x y""#), ("midi: hall", #""midi:" hall"#),
      ("inputs : two", "inputs two"),
      ("audioInputs == 2 name : hall", #"audioInputs == 2 AND name CONTAINS[cd] "hall""#),
      ("reverb audioInputs == 2 hall", #"~ "reverb hall" AND audioInputs == 2"#),
      ("name == Tone –lsp", #"name == "Tone" AND NOT ~ "lsp""#),
      (#"tag == "Reverb" -lsp"#, #"tag == "Reverb" AND NOT ~ "lsp""#), ("in live -lsp", #"IN "live" AND NOT ~ "lsp""#),
      ("reverb by:calf audioInputs == 2", #"~ "reverb" AND manufacturer CONTAINS[cd] "calf" AND audioInputs == 2"#),
      ("(reverb or delay) audioInputs == 1", #"(~ "reverb" OR ~ "delay") AND audioInputs == 1"#),
      (#""large hall" and type == Effect"#, #"~ "\"large hall\"" AND type == Effect"#),
      ("audioInputs == 2 not reverb hall", #"audioInputs == 2 AND NOT ~ "reverb" AND ~ "hall""#),
      (#"reverb -"tape delay" audioInputs == 2"#, #"~ "reverb" AND NOT ~ "\"tape delay\"" AND audioInputs == 2"#),
      ("reverb | delay audioInputs == 2", #"~ "reverb" OR ~ "delay" AND audioInputs == 2"#),
      ("reverb, hall & plate audioInputs == 2", #"~ "reverb hall plate" AND audioInputs == 2"#),
      ("all pass type == Effect", #"~ "\"all\" pass" AND type == Effect"#),
      ("reverb no gui audioInputs == 2", #"~ "reverb no gui" AND audioInputs == 2"#),
      (#"in "stereo halls" reverb"#, #"IN "stereo halls" AND ~ "reverb""#),
    ])
  }

  @Test("a key and a colon without a value are an error, once all is typed, and so are parentheses around nothing")
  func errors() {
    for (text, column, example) in [
      ("tag:", 5, "tag:drum"), ("tag: ", 5, "tag:drum"), ("reverb by:", 11, "by:calf"), (#"name:"""#, 6, "name:hall"),
      ("name : ", 7, "name:hall"), ("-fav: or hall", 6, "fav:yes"), ("tag: -drum", 5, "tag:drum"),
      ("added:", 7, "added:2026-11"), (#"reverb audioInputs == 2 typeName:"#, 34, #"typeName:"Music Device""#),
    ] {
      let error = verify(throws: InvalidPredicate.self) { try ComponentPredicate(typed: text, arguments: []) }
      verify(error?.message, equals: "there is no value after `\(example.prefix { $0 != ":" }):`")
      verify(error?.column == column && error?.remedy == "write one, as in `\(example)`", "\(text)")
      verify((try? ComponentPredicate(parsing: example)) != nil)
      verify(parsingError(of: text) == nil, "a saved search may say it")
    }
    for (text, column) in [("()", 1), ("or ((", 4), (") and ,", 1)] {
      let error = InvalidPredicate("there is nothing to search for besides parentheses", column: column)
      verify(throws: error) { try ComponentPredicate(parsing: text) }
    }
  }

  @Test("words that are nearly a predicate suggest it")
  func suggests() {
    for (text, predicate) in [
      ("tag drum", "tag contains drum"), ("tag is drum", "tag == drum"), ("audioInputs 2", "audioInputs == 2"),
      ("tag drum machine", #"tag contains "drum machine""#), ("favorite", "favorite == yes"), ("drum machine", nil),
      ("reverb -lsp", nil), ("class a amp", #"class contains "a amp""#), ("tag drum and bass", nil),
      ("favorite or hidden", nil), ("name hall -lsp", nil),
    ] {
      verify(ComponentPredicate.nearestPredicate(to: text), equals: predicate, "\(text)")
    }
  }
}
