import ComponentModel
import ComponentQuery
import Testing

/// How a predicate is printed: one form for all that means the same.
@Suite struct CanonicalTextTests {
  @Test(arguments: [
    ("TAG Contains[CD] 'drum'", #"tag CONTAINS[d] "drum""#),
    ("some tag =[c] x", #"ANY tag == "x""#), ("type = musiceffect", "type == MusicEffect"),
    ("type in {'music effect', EFFECT}", "type IN {MusicEffect, Effect}"), ("latency => +2.50", "latency >= 2.5"),
    ("latency = 9007199254740993", "latency == 9007199254740992.0"), ("name contains 1e999", #"name CONTAINS "1e999""#),
    ("1e999 drum", "1e999 drum"), ("latency == 1e20", "latency == 1e+20"),
    ("name == a and (name == b and name == c)", #"name == "a" AND name == "b" AND name == "c""#),
    ("(((name == a)))", #"name == "a""#),
    ("(name == a or name == b) and !name == c", #"(name == "a" OR name == "b") AND NOT name == "c""#),
    ("not (name == a and name == b)", #"NOT (name == "a" AND name == "b")"#),
    ("name == a or name == b and name == c", #"name == "a" OR name == "b" AND name == "c""#),
    ("midiInput == TRUE", "midiInput == yes"), ("license ==[c] null", "license == nil"),
    ("presets.@count == 0", "presets == 0"), ("allTagNames.@COUNT > 3", "tags.@count > 3"),
    ("addedAt > 2026-11", #"addedAt > "2026-11-01T00:00:00Z""#),
    ("addedAt > '2026-11-01 18:30z'", #"addedAt > "2026-11-01T18:30:00Z""#),
    ("addedAt == 2026-02", #"addedAt BETWEEN {"2026-02-01T00:00:00Z", "2026-02-28T23:59:59Z"}"#),
    ("addedAt =[c] '2024-02'", #"addedAt BETWEEN {"2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z"}"#),
    ("'2026-11-21' == addedAt", #"addedAt BETWEEN {"2026-11-21T00:00:00Z", "2026-11-21T23:59:59Z"}"#),
    ("changedAt != 2026", #"NOT changedAt BETWEEN {"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"}"#),
    ("addedAt == '2026-11-21 10:15'", #"addedAt BETWEEN {"2026-11-21T10:15:00Z", "2026-11-21T10:15:59Z"}"#),
    ("addedAt == '2026-11-21T10:15:00'", #"addedAt == "2026-11-21T10:15:00Z""#),
    ("addedAt in {'2026-11-21T10:15:00z'}", #"addedAt IN {"2026-11-21T10:15:00Z"}"#),
    ("2 < audioInputs", "audioInputs > 2"), ("'MIDI' in tags", #"tags CONTAINS "MIDI""#),
    ("'x' in tag", #"tag == "x""#),
    (#"name == "a\"b\\c\n\t\u0007\u202e\uD83D\uDE00""#, #"name == "a\"b\\c\n\t\u0007\u202e😀""#),
    (#"name matches "\d+""#, #"name MATCHES "\\d+""#), (#"name == 'it\'s'"#, #"name == "it's""#),
    ("name between{a,b}", #"name BETWEEN {"a", "b"}"#), ("drum  'and' tag", #"drum "and" tag"#),
    ("name contains'x'", #"name CONTAINS "x""#),
    ("name=='x'", #"name == "x""#), ("audioInputs<2", "audioInputs < 2"), ("  ", "TRUEPREDICATE"),
    ("in 'my saved search'", #"IN "my saved search""#), ("not In drums", #"NOT IN "drums""#),
    ("in 808 and tag == x", #"IN "808" AND tag == "x""#), ("~ compresor", "compresor"), ("~'drum kit'", "drum kit"),
    ("~ tag", "tag"), ("~ 'tag drum'", "tag drum"), ("tag == x && ~tag", #"tag == "x" AND ~ "tag""#),
    (#"not ~ '"drum kit", 808 "and"'"#, #"NOT ~ "\"drum kit\" 808 \"and\"""#),
    (#"(~ "\"a\\\\b\"") or in x"#, #"~ "\"a\\\\b\"" OR IN "x""#),
    ("name contains 42", #"name CONTAINS "42""#), ("version == 2.10", #"version == "2.10""#),
  ])
  func prints(text: String, expected: String) throws {
    let predicate = try ComponentPredicate(parsing: text)
    #expect(predicate.description == expected)
    #expect(try ComponentPredicate(parsing: predicate.description) == predicate)
  }

  @Test("every example of the language prints as its canonical text", arguments: LanguageExamples.all)
  func examples(text: String, printed: String) throws {
    let predicate = try ComponentPredicate(parsing: text)
    #expect(predicate.description == printed)
    #expect(try ComponentPredicate(parsing: printed) == predicate)
  }

  @Test func differsByScalars() throws {
    let composed = try ComponentPredicate(parsing: "name == \"\u{FC}\"")
    let decomposed = try ComponentPredicate(parsing: "name == \"u\u{308}\"")
    #expect(composed != decomposed)
  }

  @Test(arguments: [
    ("name == x and (hidden == yes or not preset.name == y)", [Key.name, .hidden, .presetName]),
    ("hasCustomView == no", [.customView]), ("drum machine", []), ("port.symbol.@count > 1", [.portSymbol]),
    ("parameter.name.@count > 1", [.parameters]), ("", []),
  ])
  func knowsItsKeys(text: String, keys: [Key]) throws {
    #expect(try ComponentPredicate(parsing: text).keys == Set(keys))
  }

  @Test(arguments: Key.allCases)
  func keysAreSpeltInAnyCase(key: Key) {
    #expect(Key.Reference(spelling: key.rawValue.uppercased()) == Key.Reference(key))
    #expect(
      (Key.Reference(spelling: key.rawValue + ".@count") != nil)
        == (key.isList || key == .presets || key == .parameters))
  }
}
