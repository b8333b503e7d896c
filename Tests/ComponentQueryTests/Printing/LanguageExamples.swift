/// The examples by which the language is described, with what each is printed as: Apple's own stand here as Apple
/// writes them.
enum LanguageExamples {
  static let all: [(text: String, printed: String)] = [
    ("typeName CONTAINS 'Effect'", #"typeName CONTAINS "Effect""#),
    ("tags IN {'Sampler','MIDI'}", #"tags IN {"Sampler", "MIDI"}"#),
    ("allTagNames CONTAINS 'My Favorite Tag'", #"tags CONTAINS "My Favorite Tag""#),
    ("typeName == 'Music Device'", #"typeName == "Music Device""#),
    ("typeName IN {'Effect', 'Music Effect'}", #"typeName IN {"Effect", "Music Effect"}"#),
    ("tag contains drum", #"tag CONTAINS "drum""#),
    (#"tag == "Reverb" and not name beginswith[cd] "zam""#, #"tag == "Reverb" AND NOT name BEGINSWITH[cd] "zam""#),
    (#"ANY tag LIKE[c] "*verb*""#, #"ANY tag LIKE "*verb*""#), (#"ALL tag != "Delay""#, #"ALL tag != "Delay""#),
    ("NONE userTag == x", #"NONE userTag == "x""#),
    (
      "type == Effect && audioInputs == 2 && audioOutputs == 2",
      "type == Effect AND audioInputs == 2 AND audioOutputs == 2"
    ),
    ("audioInputs between {1, 2}", "audioInputs BETWEEN {1, 2}"),
    (#"manufacturer in {"x42", "Calf Studio Gear"}"#, #"manufacturer IN {"x42", "Calf Studio Gear"}"#),
    (#"name matches "LSP .* x[24]""#, #"name MATCHES "LSP .* x[24]""#),
    ("tags.@count > 3", "tags.@count > 3"), ("presets.@count == 0", "presets == 0"),
    (#"parameter.name contains "feedback""#, #"parameter.name CONTAINS "feedback""#),
    ("preset.name contains vocal", #"preset.name CONTAINS "vocal""#),
    ("midiInput == yes", "midiInput == yes"), ("latency > 0", "latency > 0"), ("hidden == true", "hidden == yes"),
    (#"addedAt > "2026-11-01""#, #"addedAt > "2026-11-01T00:00:00Z""#),
    ("requiredFeatures.@count == 0", "requiredFeatures.@count == 0"),
    (#"in "my saved search""#, #"IN "my saved search""#), (#"~ "compresor""#, "compresor"),
    ("TRUEPREDICATE", "TRUEPREDICATE"), ("FALSEPREDICATE", "FALSEPREDICATE"), ("drum machine", "drum machine"),
    ("SOME tag == x", #"ANY tag == "x""#),
    ("preset.name.@count >= 2", "presets >= 2"), ("port.designation.@count == 1", "port.designation.@count == 1"),
    (
      "ALL port.symbol beginswith 'in' or NONE port.designation contains left",
      #"ALL port.symbol BEGINSWITH "in" OR NONE port.designation CONTAINS "left""#
    ),
    (
      "ALL preset.name contains[cd] 'é' and ANY parameter.name like 'Gain?'",
      #"ALL preset.name CONTAINS[cd] "é" AND ANY parameter.name LIKE "Gain?""#
    ),
    ("localizedTypeName = Effekt and manufacturerName <> x", #"localizedType == "Effekt" AND manufacturer != "x""#),
    ("versionString >= '2.10'", #"version >= "2.10""#),
    (
      "hasMIDIInput == YES && hasMIDIOutput == no && hasCustomView == TRUE && passesAUVal == false",
      "midiInput == yes AND midiOutput == no AND customView == yes AND passesAUVal == no"
    ),
    ("isSandboxSafe == no or sandboxSafe == 0", "isSandboxSafe == no OR isSandboxSafe == no"),
    (
      "userTagNames contains x or systemTag == y or authorTag == z",
      #"userTagNames CONTAINS "x" OR systemTag == "y" OR authorTag == "z""#
    ),
    ("class == 'http://lv2plug.in/ns/lv2core#ReverbPlugin'", #"class == "http://lv2plug.in/ns/lv2core#ReverbPlugin""#),
    (
      "uri beginswith http://calf.sourceforge.net/ and bundle endswith '.lv2'",
      #"uri BEGINSWITH "http://calf.sourceforge.net/" AND bundle ENDSWITH ".lv2""#
    ),
    (
      "(name == a or name == b) and (favorite == yes or not (sideChain == yes and hardRealtime == yes))",
      #"(name == "a" OR name == "b") AND (favorite == yes OR NOT (sideChain == yes AND hardRealtime == yes))"#
    ),
    (#"name == "a\"b\\\u00e9""#, #"name == "a\"b\\é""#), ("license == nil", "license == nil"),
    (
      "verdict in {scanned, shadowed} and validation != failed",
      "verdict IN {scanned, shadowed} AND validation != failed"
    ),
    ("addedAt == 2026-11-21", #"addedAt BETWEEN {"2026-11-21T00:00:00Z", "2026-11-21T23:59:59Z"}"#),
    (
      "changedAt != 2026 or ~ 'drum \"and bass\"'",
      #"NOT changedAt BETWEEN {"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"} OR ~ "drum \"and bass\"""#
    ),
    ("{a, b} contains name and 2 <= audioOutputs", #"name IN {"a", "b"} AND audioOutputs >= 2"#),
  ]
}
