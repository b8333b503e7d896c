import TestSupport
import Testing

/// `aucat search` where nothing matches: why, on standard error.
@Suite struct NothingFoundTests {
  private let machine = Machine(
    Bundle.installed + [
      Bundle(
        name: "calf",
        plugins: [
          Plugin(uri: "urn:calf:organ", name: "Calf Organ", maker: "Calf Studio Gear", lv2Class: "InstrumentPlugin"),
          Plugin(uri: "urn:calf:reverb", name: "Calf Reverb", maker: "Calf Studio Gear", lv2Class: "ReverbPlugin"),
        ])
    ])

  @Test(arguments: [
    (
      #"name contains calf"#, "nothing matches `name CONTAINS \"calf\"`; 2 match without regard to case (`contains[c]`)"
    ),
    (
      #"name contains Eclair"#,
      "nothing matches `name CONTAINS \"Eclair\"`; 1 matches without regard to accents (`contains[d]`)"
    ),
    (
      #"name == eclair"#,
      "nothing matches `name == \"eclair\"`; 1 matches without regard to case and accents (`==[cd]`)"
    ),
    (
      #"name beginswith CALF"#,
      "nothing matches `name BEGINSWITH \"CALF\"`; 2 match without regard to case (`beginswith[c]`)"
    ),
    (#"tag == Revreb"#, "nothing matches `tag == \"Revreb\"`; did you mean `tag == \"Reverb\"`? (2 components)"),
    (
      #"manufacturer == "Calf Studio Gaer""#,
      "nothing matches `manufacturer == \"Calf Studio Gaer\"`; did you mean `manufacturer == \"Calf Studio Gear\"`? (2 components)"
    ),
    (
      #"manufacturer == Calf"#,
      "nothing matches `manufacturer == \"Calf\"`; 2 match with `manufacturer CONTAINS[c] \"Calf\"`"
    ),
    (#"tags contains Drum and name == x"#, nil),
    (#"tag:revreb"#, "nothing matches `tag:revreb`; did you mean `tag:Reverb`? (2 components)"),
    (#"by:caff"#, "nothing matches `by:caff`; did you mean `by:Calf`? (2 components)"),
    (#"name:orgen"#, "nothing matches `name:orgen`; did you mean `name:Organ`? (1 component)"),
    (
      #"maker:"calf stodio""#,
      #"nothing matches `maker:"calf stodio"`; did you mean `maker:"Calf Studio"`? (2 components)"#
    ),
    (
      #"name contains Great and tag == Reverb and name contains Organ"#,
      #"nothing matches both `name CONTAINS "Great"` and `name CONTAINS "Organ"`; "#
        + #"1 matches `name CONTAINS "Great"` and `tag == "Reverb"`"#
    ),
    (#"by:nobody reverb"#, "nothing matches `by:nobody`; 2 match the rest"),
    (
      #"not by:calf name:"calf organ""#,
      #"nothing matches both `not by:calf` and `name:"calf organ"`; 1 matches without `not by:calf`, "#
        + #"8 without `name:"calf organ"`"#
    ),
    (#"(by:nobody or tag:nothing) reverb"#, "nothing matches `by:nobody or tag:nothing`; 2 match the rest"),
    (#"inputs:7 tag:Reverb"#, "nothing matches `inputs:7`; 2 match the rest"),
    (
      #"manufacturer contains[cd] caff"#,
      #"nothing matches `manufacturer CONTAINS[cd] "caff"`; "#
        + #"did you mean `manufacturer CONTAINS[cd] "Calf"`? (2 components)"#
    ),
    (#"audioInputs == 7"#, "nothing matches `audioInputs == 7`"),
    (
      #"tag == Reverb and audioInputs == 7"#, "nothing matches `audioInputs == 7`; 2 match the rest"
    ),
    (
      #"tag == Reverb and type == MusicDevice"#,
      "nothing matches both `tag == \"Reverb\"` and `type == MusicDevice`; 3 match without `tag == \"Reverb\"`, "
        + "2 without `type == MusicDevice`"
    ),
    (
      #"tag == Revreb and audioInputs == 2"#,
      "nothing matches `tag == \"Revreb\"`; 7 match the rest\naucat: did you mean `tag == \"Reverb\"`? (2 components)"
    ),
    (#"(name contains calf or name contains CALF) and tag == Reverb"#, nil),
    (#"not audioInputs >= 0"#, "nothing matches `NOT audioInputs >= 0`"),
    (#"xyzzyplugh"#, "nothing matches `xyzzyplugh`; `aucat tags` lists the kinds that are installed"),
    (#"reverb audioInputs == 7"#, "nothing matches `audioInputs == 7`; 2 match the rest"),
  ])
  func theReasonIsGiven(predicate: String, reason: String?) throws {
    for options in [[], ["--json"], ["--count"], ["--format", "uri"]] {
      let search = machine.aucat(["search", predicate] + options)
      #expect(search.status == 1)
      if let reason { #expect(search.said == "aucat: \(reason)\n", "\(predicate)") }
      #expect(search.said.hasPrefix("aucat: nothing matches") && search.said.split(separator: "\n").count <= 2)
      let expected = options == ["--json"] ? "[\n]\n" : options == ["--count"] ? "0\n" : ""
      #expect(search.text == expected)
    }
  }

  /// Each predicate that is suggested finds as many as it says.
  @Test func whatIsSuggestedFindsSomething() throws {
    for predicate in ["name contains calf", "tag == Revreb", "manufacturer == Calf"] {
      let errors = machine.aucat("search", predicate).errors
      let parts = errors.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
      let suggestion = parts[3] == "contains[c]" ? "name contains[c] calf" : parts[3]
      #expect(machine.aucat("search", "--count", suggestion).text == "2\n", "\(errors)")
    }
  }

  @Test func hiddenComponentsAreCounted() {
    machine.aucat("hide", "Calf Organ").expectChanged()
    let organ = "name == 'Calf Organ'"
    for words in [[organ], ["--count", organ], ["--json", organ], ["--exact", "calf organ"]] {
      let search = machine.aucat(["search"] + words)
      #expect(
        search.status == 1 && search.said == "aucat: 1 hidden component matches; --all shows it\n", "\(search.errors)"
      )
    }
    let some = machine.aucat("search", "--format", "uri", "calf")
    #expect(some.status == 0 && some.lines == ["urn:calf:reverb"])
    #expect(some.errors == "aucat: 1 hidden component matches; --all shows it\n")
    machine.aucat("hide", "Calf Reverb").expectChanged()
    #expect(machine.aucat("search", "calf").errors == "aucat: 2 hidden components match; --all shows them\n")
    #expect(machine.aucat("search", "--facets").errors == "aucat: 2 hidden components match; --all shows them\n")
    for arguments in [["--all", "calf"], ["hidden == yes"], ["drum"], ["--explain", "calf"]] {
      #expect(machine.aucat(["search"] + arguments).errors == "", "\(arguments)")
    }
  }

  /// Keys that are nearly right, or headings in the caller's language, are suggested if that finds something.
  @Test func whatTheWordsWereMeantForIsSaid() {
    let table: [(words: [String], hint: String?)] = [
      (["--exact", "tg:reverb"], "did you mean `tag:reverb`? (2 components)"),
      (["--exact", "hersteller:calf", "--locale", "de"], "did you mean `manufacturer:calf`? (2 components)"),
      (["--exact", "hersteller:calf"], nil), (["--exact", "tg:nosuch"], nil),
    ]
    for row in table {
      let search = machine.aucat(["search"] + row.words)
      #expect(search.status == 1 && search.errors.contains("aucat: nothing matches"), "\(search.errors)")
      #expect(search.errors.hasSuffix("aucat: \(row.hint ?? "")\n") == (row.hint != nil), "\(search.errors)")
      #expect(row.hint != nil || !search.errors.contains("did you mean"), "\(search.errors)")
    }
    let found = machine.aucat("search", "tg:reverb")
    #expect(found.status == 0 && found.errors.hasSuffix("\naucat: did you mean `tag:reverb`? (2 components)\n"))
    #expect(!machine.aucat("search", "hidden").errors.contains("as a predicate"), "it would find nothing")
    machine.aucat("hide", "Calf Organ").expectChanged()
    let hidden = machine.aucat("search", "hidden").errors
    #expect(hidden.hasSuffix("aucat: as a predicate: `hidden == yes` (1 component)\n"), "\(hidden)")
  }

  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func facetsOfNothingHaveNoHeadings() {
    let lines = Screen(machine: machine).lines("search --facets name == x")
    #expect(lines.count == 1 && lines[0].hasPrefix("aucat: nothing matches"), "\(lines)")
  }

  @Test func quarantinedBundlesAreSaid() {
    machine.folder.write("this is not Turtle <<<", to: "lv2/sad-trombone.lv2/manifest.ttl")
    let search = machine.aucat("search", "bundle contains sad-trombone")
    search.expectRefusal(1, saying: "only quarantined plugins match; --all lists them")
    #expect(machine.aucat("search", "--all", "bundle contains sad-trombone").lines.count == 1)
  }

  /// A program's predicate with a thousand parts is no reason to count a thousand times.
  @Test func aHugePredicateIsNotTakenApart() {
    let predicate = (0..<3_000).map { "name == 'x\($0)'" }.joined(separator: " and ")
    machine.aucat("search", "-", input: predicate).expectRefusal(1, saying: "nothing matches")
  }
}
