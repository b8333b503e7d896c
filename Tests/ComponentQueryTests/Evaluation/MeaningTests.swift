import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// What predicates mean. The language's page has more examples, which are tested in SQL, too.
struct MeaningTests {
  @Test("a text finds subjects: `d` drums, `e` echo, `p` plain, `q` a quarantined bundle")
  func finds() throws {
    for (text, expected) in [
      // Everything and nothing.
      ("", "depq"), ("  ", "depq"), ("TRUEPREDICATE", "depq"), ("falsePredicate", ""),
      // Text is exact on scalars, unless told otherwise.
      ("name == 'Drümkit'", "d"), ("name == \"Dru\u{308}mkit\"", ""), ("name == 'drümkit'", ""),
      ("name == [cd] drumkit", "d"), ("name contains ''", "dep"), ("name like '????'", "e"), ("name like 'E%'", ""),
      ("name like 'Ech_'", ""), ("name like '%*'", ""), ("name like 'Plain\\*'", "p"), ("name like[c] 'e*O'", "e"),
      ("name matches[c] 'e.ho'", "e"), ("name matches E", ""), ("name in {'Echo', Plain*, 7}", "ep"),
      ("name in {}", ""), ("name between {Z, E}", ""), ("uri==http://x.org/delay#stereo&&name==Echo", "e"),
      // A value on the left.
      ("0 < audioInputs", "e"), ("'Instrument' IN tags", "d"), ("'ch' in name", "e"), ("{'Echo'} contains name", "e"),
      ("nil != latency", "e"),
      // What is missing equals only nil.
      ("manufacturer == nil", "epq"), ("manufacturer != 'x'", "depq"), ("not manufacturer contains x", "depq"),
      ("cost < 1", "e"), ("cost < 0.25", ""), ("not cost < 1", "dpq"), ("memory == nil", "depq"),
      ("latency != 64", "dpq"), ("name == nil", "q"),
      // Numbers and truth values.
      ("audioOutputs between {1, 2}", "de"), ("audioOutputs in {0, 7.5}", "p"), ("audioInputs > -1", "dep"),
      ("midiInput != YES", "epq"), ("isSandboxSafe == no", "dep"),
      // Ranges: of what a parameter can be set to, some value compares so, in the unit of its quantity.
      ("parameter.time > 2", "d"), ("parameter.time > 2.5", ""), ("parameter.time >= 2.5", "d"),
      ("parameter.time < 0.02", "d"), ("parameter.time < 0.01", ""), ("parameter.time <= 0.01", "d"),
      ("parameter.time == 1", "d"), ("parameter.time != 1", "epq"), ("parameter.time != 3", "depq"),
      ("ANY parameter.time != 1", "d"), ("ALL parameter.time > 3", "epq"), ("NONE parameter.time > 3", "depq"),
      ("parameter.time between {2, 9}", "d"), ("parameter.time between {9, 2}", ""), ("parameter.time in {5, 2}", "d"),
      ("parameter.time in {}", ""), ("parameter.time.@count == 1", "d"),
      ("parameter.frequency between {24000, 30000}", "d"), ("parameter.frequency > 24000", ""),
      ("parameter.level <= -999", "d"), ("parameter.level == 20", "d"), ("parameter.level > 20", ""),
      ("port.property == sampleRate", "d"),
      // Words of a list.
      ("type in {effect, generator}", "ep"), ("validation == nil", "pq"), ("validation != passed", "epq"),
      ("verdict in {crashed, failed}", "q"),
      // A truth value may be unknown.
      ("deterministic == no", "e"), ("deterministic == yes", ""), ("deterministic != yes", "depq"),
      ("deterministic == nil", "dpq"), ("not deterministic == no", "dpq"),
      // Versions and dates.
      ("version == 2.1", ""), ("version between {'2.4', '2.9'}", "e"), ("addedAt > \"2026-11-02T09:59\"", "d"),
      ("addedAt < 2026", ""), ("addedAt != 2026-11-02", "epq"), ("addedAt == '2026-11-02T10:01'", ""),
      // Connectives.
      ("name == Echo or name == 'Plain*' and hidden == no", "e"),
      ("!(name == Echo || hidden == yes) && favorite == yes", "d"), ("not ~ 'calf kit'", "epq"),
      ("~ 'drum echo' or ~ plain", "p"), (#"hidden == no and ~ "\"tempo fx\"""#, "e"),
      ("name == Echo or truepredicate", "depq"),
      // A tag goes by its English and its local name; identifier and aliases count only whole.
      ("tag == zeiteffekt", "e"), ("tag == 'TEMPO FX'", "e"), ("ANY tag LIKE[c] 'zeit*'", "e"),
      ("tag like 'zeiteffek_'", ""), ("tag contains 'time-'", ""), ("tag contains tempo", ""),
      ("tag contains [cd] drüm", "d"), ("tag == ' drum machine '", "d"), ("tag matches 'zeit.*'", "e"),
      ("tag in {synth, 'time-effect'}", "de"),
      // Tags compare in NFC and without case, accents only on demand.
      ("tag == \"fu\u{308}r bass\"", "e"), ("tag == 'fur bass'", ""), ("tag ==[d] 'FUR BASS'", "e"),
      // `!=` is NOT `==`; with a quantifier it is about each tag.
      ("tag != synth", "epq"), ("ANY tag != synth", "de"), ("ALL tag != synth", "epq"), ("NONE tag != synth", "pq"),
      ("ALL tags contains 'e'", "dpq"), ("ANY tags contains drum", "d"),
      // Whose tag it is.
      ("systemTag contains drum", ""), ("authorTag == 'time effect'", ""), ("NONE userTag == synth", "epq"),
      ("tags.@count in {0, 1}", "pq"), ("parameter.name contains eedb", "d"), ("parameter.name contains feedback", ""),
      ("ALL preset.name contains oo", "depq"), ("NONE parameter.name contains[c] FEED", "epq"),
      ("port.designation.@count == 0", "depq"), ("preset.name != 'Big Room'", "epq"),
      ("ANY preset.name != 'Big Room'", "d"), ("requiredFeatures endswith '#map'", "d"),
      ("ALL requiredFeatures beginswith 'http:'", "depq"),
      // Plain words.
      ("drum echo", ""), ("machine gear", "d"), ("tempo", "e"), ("time-effect", "e"), ("\"tempo fx\"", "e"),
      ("\"vocal booth\"", "d"), ("\"booth vocal\"", ""), ("booth vocal", "d"), ("\"\"", "depq"), ("latency", ""),
      ("7", ""), ("stereo", "de"), ("é", "e"),
    ] {
      try verify(Subjects.found(by: text), equals: expected, "\(text)")
    }
  }

  @Test func readsDetailsOnlyWhenAsked() throws {
    var reads = 0
    let subject = CatalogSubject(Subjects.drums) {
      reads += 1
      return Subjects.drumsDetails
    }
    for (text, isFound) in [
      ("preset.name contains Vocal and name == Echo", false),
      ("preset.name contains Vocal and parameter.name contains Feed", true),
    ] {
      try verify(ComponentPredicate(parsing: text).matches(subject, rules: Subjects.rules), equals: isFound)
      verify(reads, equals: isFound ? 1 : 0)
    }
  }

  @Test("one tag, and one text, are compared")
  func elements() throws {
    let tag = Tag(
      identifier: "time-effect", name: "Zeiteffekt", englishName: "Time Effect", aliases: ["fx"], isStandard: true,
      sources: [.curated])
    for (comparison, expected) in [
      (Comparison(key: .tag, operator: .equal, value: .text("FX")), true),
      (Comparison(key: .tag, operator: .contains, value: .text("FX")), false),
      (Comparison(key: .tags, operator: .contains, value: .text("FX")), true),
      (Comparison(key: .tags, operator: .contains, value: .text("FX"), quantifier: .any), false),
      (Comparison(key: .tag, operator: .notEqual, value: .text("FX")), true),
      (Comparison(key: .tag, operator: .notEqual, value: .text("FX"), quantifier: .any), false),
      (Comparison(key: .tag, operator: .in, value: .set([.text("x"), .text("zeiteffekt")])), true),
    ] {
      try verify(TagTest(comparison, rules: Subjects.rules).matches(tag), equals: expected, "\(comparison)")
    }
    verify(Comparison(key: .tag, operator: .notEqual, value: .text("x")).listReading.quantifier, equals: .none)
    for (comparison, pattern, text, expected) in [
      (.like, "*", "", true), (.like, "", "a", false), (.like, "a*b*c", "aXbYbZc", true), (.like, "a?c", "aéc", true),
      (.like, "a?c", "ac", false), (.like, "**a**", "a", true), (.like, #"\?"#, "?", true), (.like, #"\?"#, "a", false),
      (.like, #"\\"#, #"\"#, true), (.like, #"a\b"#, #"a\b"#, true), (.like, #"a\"#, #"a\"#, true),
      (.like, "*a", "ab", false), (.contains, "aab", "aaab", true), (.contains, "abab", "abacabab", true),
      (.contains, "aaa", "aabaab", false), (.contains, "", "", true), (.contains, "x", "", false),
    ] as [(Comparison.Operator, String, String, Bool)] {
      let test = Comparison(key: .name, operator: comparison, value: .text(pattern))
      try verify(TextTest(test, rules: Subjects.rules).matches(text), equals: expected, "\(test), \(text)")
    }
  }
}
