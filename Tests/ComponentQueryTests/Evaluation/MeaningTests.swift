import ComponentModel
import ComponentQuery
import Testing

/// Which subjects a text finds: `d` drums, `e` echo, `p` plain, `q` a quarantined bundle.
@Suite struct MeaningTests {
  @Test(
    arguments: [
      // Everything and nothing.
      ("", "depq"), ("  ", "depq"), ("TRUEPREDICATE", "depq"), ("falsePredicate", ""), ("not falsepredicate", "depq"),
      // Text is exact on scalars, unless told otherwise.
      ("name == 'Drümkit'", "d"), ("name == \"Dru\u{308}mkit\"", ""), ("name == 'drümkit'", ""),
      ("name ==[c] 'drümkit'", "d"), ("name ==[d] Drumkit", "d"), ("name == [cd] drumkit", "d"),
      ("name contains kit", "d"), ("name beginswith Ec", "e"), ("name endswith 'ho'", "e"),
      ("name contains ''", "dep"), ("name like 'D*t'", "d"), ("name like 'D*k'", ""), ("name like '????'", "e"),
      ("name like 'E%'", ""), ("name like 'Ech_'", ""), ("name contains '%'", ""), ("name like '%*'", ""),
      ("name like 'Plain\\*'", "p"), ("name like 'Ech\\*'", ""), ("name like[c] 'e*O'", "e"),
      ("name matches 'E.*'", "e"), ("name matches[c] 'e.ho'", "e"), ("name matches E", ""),
      ("name in {'Echo', Plain*, 7}", "ep"), ("name in[c] {'ECHO'}", "e"), ("name in {}", ""),
      ("name < F", "de"), ("name >= Echo", "ep"), ("name between {'E', 'Z'}", "ep"), ("name between {Z, E}", ""),
      ("uri == http://x.org/delay#stereo", "e"), ("uri==http://x.org/delay#stereo&&name==Echo", "e"),
      // A value on the left.
      ("'Echo' == name", "e"), ("0 < audioInputs", "e"), ("'Instrument' IN tags", "d"), ("'ch' in name", "e"),
      ("{'Echo'} contains name", "e"), ("yes == favorite", "d"), ("nil != latency", "e"),
      // What is missing equals only nil.
      ("manufacturer == nil", "epq"), ("manufacturer != nil", "d"), ("manufacturer != 'x'", "depq"),
      ("manufacturer == 'x'", ""), ("not manufacturer contains x", "depq"), ("latency == nil", "dpq"),
      ("cost < 1", "e"), ("cost < 0.25", ""), ("cost >= 1", ""), ("cost == nil", "dpq"), ("not cost < 1", "dpq"),
      ("loadTime between {12, 13}", "e"), ("memory > 0", ""), ("memory == nil", "depq"),
      ("latency > 0", "e"), ("latency < 1000", "e"), ("latency != 64", "dpq"), ("name == nil", "q"),
      // Numbers and truth values.
      ("audioInputs == 2 && audioOutputs == 2", "e"), ("audioOutputs between {1, 2}", "de"),
      ("audioOutputs in {0, 7.5}", "p"), ("audioInputs >= 2e0", "e"), ("audioInputs > -1", "dep"),
      ("audioInputs =< 0", "dp"), ("audioInputs <> 2", "dpq"), ("midiInput == yes", "d"), ("midiInput != YES", "epq"),
      ("hasMIDIInput == 1", "d"), ("hidden == true", "p"), ("isSandboxSafe == no", "dep"), ("passesAUVal == true", "d"),
      // Words of a list.
      ("type == musicdevice", "d"), ("type == 'Music Device'", "d"), ("type in {effect, generator}", "ep"),
      ("type != Effect", "dpq"), ("typeName CONTAINS 'Effect'", "e"), ("typeName == 'Music Device'", "d"),
      ("validation == nil", "pq"), ("validation == FAILED", "e"), ("validation != passed", "epq"),
      ("verdict in {crashed, failed}", "q"), ("realtime == PROVEN", "d"), ("realtime == nil", "epq"),
      // A truth value may be unknown.
      ("deterministic == no", "e"), ("deterministic == yes", ""), ("deterministic != yes", "depq"),
      ("deterministic == nil", "dpq"), ("isDeterministic != nil", "e"), ("not deterministic == no", "dpq"),
      // Versions and dates.
      ("version == 2.10", "d"), ("version == 2.1", ""), ("version > 2.4", "d"), ("version < 2.10", "ep"),
      ("version between {'2.4', '2.9'}", "e"), ("versionString beginswith '2.'", "de"), ("version >= 2", "de"),
      ("addedAt > 2026-11-01", "d"), ("addedAt > \"2026-11-02T09:59\"", "d"), ("addedAt < 2026", ""),
      ("addedAt == 2026-10", "e"),
      ("addedAt == 2026", "de"), ("addedAt == 2026-11-02", "d"), ("addedAt != 2026-11-02", "epq"),
      ("addedAt == '2026-11-02T10:00'", "d"), ("addedAt == '2026-11-02T10:01'", ""), ("addedAt <= 2026-11-02", "e"),
      ("addedAt in {'2026-11-02T10:00:00Z'}", "d"), ("addedAt beginswith '2026-1'", "de"),
      ("addedAt between {2026-10-01, 2026-10-02}", "e"), ("addedAt == nil", "pq"),
      // Connectives.
      ("name == Echo or name == 'Plain*' and hidden == no", "e"),
      ("(name == Echo or hidden == yes) and hidden == yes", "p"),
      ("not name == Echo and hidden == no", "d"), ("!(name == Echo || hidden == yes) && favorite == yes", "d"),
      ("NOT NOT name == Echo", "e"), ("~ drum or name == Echo", "de"), ("not ~ 'calf kit'", "epq"),
      ("~ 'drum echo' or ~ plain", "p"), ("~ 'tempo fx'", "e"), (#"hidden == no and ~ "\"tempo fx\"""#, "e"),
      ("name == Echo and truepredicate", "e"), ("name == Echo or truepredicate", "depq"),
      // A tag goes by its English and its local name; identifier and aliases count only whole.
      ("tag == 'Time Effect'", "e"), ("tag == zeiteffekt", "e"), ("tag == time-effect", "e"),
      ("tag == 'TEMPO FX'", "e"),
      ("tag contains effe", "e"), ("tag ==[c] 'ZEITEFFEKT'", "e"), ("ANY tag LIKE[c] 'zeit*'", "e"),
      ("tag like 'z%'", ""), ("tag like 'zeiteffek_'", ""), ("tag contains 'time-'", ""), ("tag contains tempo", ""),
      ("tag like 'tempo*'", ""),
      ("tag contains drum", "d"), ("tag contains [cd] drüm", "d"), ("tag == ' drum machine '", "d"),
      ("tag beginswith INST", "d"), ("tag endswith machine", "d"), ("ANY tag LIKE[c] '*zeit*'", "e"),
      ("tag matches 'zeit.*'", "e"), ("tag == synth", "d"), ("tag in {synth, 'time-effect'}", "de"),
      // Tags compare in NFC and without case, accents only on demand.
      ("tag == \"fu\u{308}r bass\"", "e"), ("tag == 'fur bass'", ""), ("tag ==[d] 'FUR BASS'", "e"),
      ("tag contains[cd] fur", "e"),
      // `!=` is NOT `==`; with a quantifier it is about each tag.
      ("tag != synth", "epq"), ("ANY tag != synth", "de"), ("ALL tag != synth", "epq"), ("NONE tag != synth", "pq"),
      ("ANY tag != instrument and tag.@count == 1", ""), ("ALL tags contains 'e'", "dpq"), ("NONE tag == synth", "epq"),
      // A whole list contains what equals an element.
      ("tags contains drum", ""), ("tags contains 'drum machine'", "d"), ("allTagNames CONTAINS 'Instrument'", "d"),
      ("ANY tags contains drum", "d"), ("SOME allTagNames contains drum", "d"), ("tags IN {'Sampler','synth'}", "d"),
      ("tags beginswith drum", "d"), ("tags == synth", "d"),
      // Whose tag it is.
      ("userTag contains r", "d"), ("userTagNames contains instrument", "d"), ("systemTag == instrument", "d"),
      ("systemTag contains drum", ""), ("authorTag contains bass", "e"), ("authorTag == 'time effect'", ""),
      ("NONE userTag == synth", "epq"), ("tags.@count == 2", "de"), ("userTagNames.@count > 1", "d"),
      ("systemTag.@count == 1", "d"), ("tags.@count in {0, 1}", "pq"),
      ("parameter.name contains eedb", "d"), ("parameter.name contains feedback", ""),
      ("parameter.name contains[c] 'feedback'", "d"), ("preset.name contains Vocal", "d"),
      ("ALL preset.name contains oo", "depq"),
      ("SOME preset.name == 'Big Room'", "d"), ("NONE parameter.name contains[c] FEED", "epq"),
      ("preset.name.@count > 1", "d"), ("port.designation.@count == 0", "depq"), ("parameter.name.@count == 1", "e"),
      ("ALL preset.name contains Big", "epq"),
      ("preset.name != 'Big Room'", "epq"), ("ANY preset.name != 'Big Room'", "d"), ("NONE preset.name == x", "depq"),
      ("port.symbol == fb", "d"), ("port.symbol.@count == 1", "d"), ("port.designation contains x", ""),
      ("'fb' in port.symbol", "d"), ("presets.@count == 2", "d"), ("preset.@count == 2", "d"),
      ("parameter.@count > 2", "d"),
      ("requiredFeatures contains worker", ""), ("ANY requiredFeatures contains worker", "d"),
      ("requiredFeatures contains http://lv2plug.in/ns/ext/urid#map", "d"), ("requiredFeatures endswith '#map'", "d"),
      ("requiredFeatures.@count == 0", "epq"), ("ALL requiredFeatures beginswith 'http:'", "depq"),
      // Plain words.
      ("drum", "d"), ("DRUM kit", "d"), ("drum echo", ""), ("calf", "d"), ("machine gear", "d"), ("zeit", "e"),
      ("tempo", "e"), ("time-effect", "e"), ("\"tempo fx\"", "e"), ("fur", "e"), ("feedback", "d"),
      ("\"vocal booth\"", "d"),
      ("\"booth vocal\"", ""), ("booth vocal", "d"), ("drum, machine", "d"), ("\"\"", "depq"), ("latency", ""),
      ("7", ""), ("stereo", "de"), ("Mono", ""), ("echo STEREO", "e"), ("é", "e"), ("vocal plain", ""),
    ] as [(String, String)])
  func finds(text: String, expected: String) throws {
    #expect(try Subjects.found(by: text) == expected)
  }

  @Test func readsDetailsOnlyWhenAsked() throws {
    var reads = 0
    let subject = CatalogSubject(Subjects.drums) {
      reads += 1
      return Subjects.drumsDetails
    }
    let shallow = try ComponentPredicate(parsing: "preset.name contains Vocal and name == Echo")
    #expect(try !shallow.matches(subject, rules: Subjects.rules))
    #expect(reads == 0)
    let deep = try ComponentPredicate(parsing: "preset.name contains Vocal and parameter.name contains Feed")
    #expect(try deep.matches(subject, rules: Subjects.rules))
    #expect(reads == 1)
  }
}

@Suite struct FreeTextTests {
  @Test(arguments: [
    ("drum machine", ["drum", "machine"]), ("\"drum and bass\"", ["drum and bass"]),
    ("it's l'ampli", ["it's", "l'ampli"]),
    ("R&B 2-step", ["R&B", "2-step"]), ("drum\u{3000}kit\u{A0}x", ["drum", "kit", "x"]), ("Wow! so", ["Wow!", "so"]),
    ("x42 808 1e3", ["x42", "808", "1e3"]), ("\"tag\" drum", ["tag", "drum"]), ("no yes nil", ["no", "yes", "nil"]),
  ])
  func splits(text: String, words: [String]) throws {
    #expect(try ComponentPredicate(parsing: text) == .text(words))
  }
}
