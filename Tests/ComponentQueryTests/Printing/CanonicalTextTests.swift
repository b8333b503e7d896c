import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// How a predicate is printed: one form for all that means the same.
struct CanonicalTextTests {
  /// Texts of every part of the language, with what each is printed as.
  static let examples: [(text: String, printed: String)] = [
    ("TAG Contains[CD] 'drum'", #"tag CONTAINS[d] "drum""#), ("some tag =[c] x", #"ANY tag == "x""#),
    ("type = musiceffect", "type == MusicEffect"), ("latency => +2.50", "latency >= 2.5"),
    ("type in {'music effect', EFFECT}", "type IN {MusicEffect, Effect}"),
    ("latency = 9007199254740993", "latency == 9007199254740992.0"), ("latency == 1e20", "latency == 1e+20"),
    ("1e999 drum", "1e999 drum"),
    ("name == a and (name == b and name == c)", #"name == "a" AND name == "b" AND name == "c""#),
    ("(name == a or name == b) and !name == c", #"(name == "a" OR name == "b") AND NOT name == "c""#),
    ("not (name == a and name == b)", #"NOT (name == "a" AND name == "b")"#), ("(((name == a)))", #"name == "a""#),
    ("name == a or name == b and name == c", #"name == "a" OR name == "b" AND name == "c""#),
    ("midiInput == TRUE", "midiInput == yes"), ("license ==[c] null", "license == nil"),
    ("presets.@count == 0", "presets == 0"), ("allTagNames.@COUNT > 3", "tags.@count > 3"),
    ("port.designation.@count == 1", "port.designation.@count == 1"),
    ("addedAt > 2026-11", #"addedAt > "2026-11-01T00:00:00Z""#),
    ("addedAt > '2026-11-01 18:30z'", #"addedAt > "2026-11-01T18:30:00Z""#),
    ("addedAt =[c] '2024-02'", #"addedAt BETWEEN {"2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z"}"#),
    ("'2026-11-21' == addedAt", #"addedAt BETWEEN {"2026-11-21T00:00:00Z", "2026-11-21T23:59:59Z"}"#),
    ("changedAt != 2026", #"NOT changedAt BETWEEN {"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"}"#),
    ("addedAt == '2026-11-21 10:15'", #"addedAt BETWEEN {"2026-11-21T10:15:00Z", "2026-11-21T10:15:59Z"}"#),
    ("addedAt in {'2026-11-21T10:15:00z'}", #"addedAt IN {"2026-11-21T10:15:00Z"}"#),
    ("2 < audioInputs", "audioInputs > 2"), ("'x' in tag", #"tag == "x""#),
    (#"name == "a\"b\\c\n\t\u0007\u202e\uD83D\uDE00""#, #"name == "a\"b\\c\n\t\u0007\u202e😀""#),
    (#"name matches "\d+""#, #"name MATCHES "\\d+""#), (#"name == 'it\'s'"#, #"name == "it's""#),
    ("name between{a,b}", #"name BETWEEN {"a", "b"}"#), ("audioInputs<2", "audioInputs < 2"), ("  ", "TRUEPREDICATE"),
    ("in 'my saved search'", #"IN "my saved search""#), ("not In drums", #"NOT IN "drums""#),
    ("~ compresor", "compresor"), ("~'drum kit'", "drum kit"), ("drum  'and' tag", #"drum "and" tag"#),
    ("~ 'tag drum'", "tag drum"), ("tag == x && ~tag", #"tag == "x" AND ~ "tag""#),
    (#"not ~ '"drum kit", 808 "and"'"#, #"NOT ~ "\"drum kit\" 808 \"and\"""#),
    (#"(~ "\"a\\\\b\"") or in x"#, #"~ "\"a\\\\b\"" OR IN "x""#), ("version == 2.10", #"version == "2.10""#),
    (#"tag == "Reverb" and not name beginswith[cd] "zam""#, #"tag == "Reverb" AND NOT name BEGINSWITH[cd] "zam""#),
    (#"ALL tag != "Delay""#, #"ALL tag != "Delay""#), ("NONE userTag == x", #"NONE userTag == "x""#),
    (
      "ALL preset.name contains[cd] 'é' and ANY parameter.name like 'Gain?'",
      #"ALL preset.name CONTAINS[cd] "é" AND ANY parameter.name LIKE "Gain?""#
    ),
    ("localizedTypeName = Effekt and manufacturerName <> x", #"localizedType == "Effekt" AND manufacturer != "x""#),
    (
      "uri beginswith http://calf.sourceforge.net/ and bundle endswith '.lv2'",
      #"uri BEGINSWITH "http://calf.sourceforge.net/" AND bundle ENDSWITH ".lv2""#
    ),
    (
      "(name == a or name == b) and (favorite == yes or not (sideChain == yes and hardRealtime == yes))",
      #"(name == "a" OR name == "b") AND (favorite == yes OR NOT (sideChain == yes AND hardRealtime == yes))"#
    ),
    (
      "verdict in {scanned, shadowed} and validation != failed",
      "verdict IN {scanned, shadowed} AND validation != failed"
    ),
    ("{a, b} contains name and 2 <= audioOutputs", #"name IN {"a", "b"} AND audioOutputs >= 2"#),
  ]

  @Test("each text has its canonical text, which parses as the same; texts differ by their scalars")
  func prints() throws {
    for (text, printed) in Self.examples {
      let predicate = try ComponentPredicate(parsing: text)
      verify(predicate.description, equals: printed)
      try verify(ComponentPredicate(parsing: printed), equals: predicate)
    }
    let names = try ["\u{FC}", "u\u{308}"].map { try ComponentPredicate(parsing: "name == '\($0)'") }
    verify(names[0] != names[1])
  }

  @Test("a predicate knows its keys, which have examples, are spelt in any case, and which people's words mean")
  func keys() throws {
    for (text, keys) in [
      ("name == x and (hidden == yes or not preset.name == y)", [Key.name, .hidden, .presetName]),
      ("hasCustomView == no", [.customView]), ("drum machine", []), ("port.symbol.@count > 1", [.portSymbol]),
      ("parameter.name.@count > 1", [.parameters]), ("", []),
    ] {
      try verify(ComponentPredicate(parsing: text).keys, equals: Set(keys))
    }
    for key in Key.allCases {
      verify(Key.Reference(spelling: key.rawValue.uppercased()), equals: Key.Reference(key))
      let isCountable = key.isList || key == .presets || key == .parameters
      verify(Key.Reference(spelling: key.rawValue + ".@count") != nil, equals: isCountable)
      // The number of elements of these is a key of its own.
      let isCounted = key == .parameterName || key == .presetName
      for text in [key.example, key.presence] {
        verify(TextReading(of: text), equals: .predicate, "\(text)")
        try verify(ComponentPredicate(parsing: text).keys == [key] || isCounted, "\(text)")
      }
      let words = "\(key.rawValue):\(key.exampleValue)"
      try verify(TextReading(of: words) == .words && ComponentPredicate(parsing: words).keys == [key], "\(words)")
    }
    for word in ["vendor", "author", "maker", "brand", "category", "inputs", "outputs", "gui", "by"] {
      verify(Key.Reference(spelling: word) == nil && Key.meant(by: word) != nil, "\(word)")
    }
  }
}
