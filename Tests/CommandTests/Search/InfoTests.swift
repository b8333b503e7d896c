import TestSupport
import Testing

/// `aucat info`: which component a URI or a name stands for.
@Suite struct InfoTests {
  @Test func aComponentIsFoundByURIAndByNameIgnoringCaseAndAccents() {
    let machine = Machine()
    let table: [(argument: String, name: String)] = [
      (Plugin.hall.uri, "Great Hall"), ("Great Hall", "Great Hall"), ("great HALL", "Great Hall"),
      ("Éclair", "Éclair"), ("eclair", "Éclair"), ("ECLAIR", "Éclair"), ("E\u{301}clair", "Éclair"),
      (Plugin.drums.uri, "Black Pearl"), ("double", "Double"), (Plugin.newer.uri, "Double"),
    ]
    for row in table {
      let info = machine.aucat("info", row.argument)
      #expect(info.lines.first == row.name, "\(row.argument)")
      #expect(info.status == 0 && info.errors == "", "\(row.argument)")
    }
  }

  @Test func itShowsWhatTheCatalogKnows() {
    let info = Machine().aucat("info", Plugin.hall.uri)
    for line in [
      "URI             urn:test:hall", "type            Effect", "code            aufx", "manufacturer    Ånn",
      "version         2.4", "license         ISC", "channels        2→2", "audio           2 in, 2 out",
      "tags            Effects, Reverb", "tags from       Effects (class), Reverb (class)", "presets         1",
      "1 parameter", "port_4\tPort 4\tin\t0.5\t0 … 1\t\t",
      "  Vocal room",
    ] {
      #expect(info.lines.contains(line), "\(line)")
    }
  }

  /// What a musician asks comes first, what only programs need last.
  @Test func theOrderIsThatOfAMusiciansQuestions() throws {
    let machine = Machine()
    machine.aucat("favorite", "Great Hall").expectDone()
    let lines = machine.aucat("info", Plugin.hall.uri).lines
    let order = [
      "Great Hall", "manufacturer ", "tags  ", "channels ", "presets ", "favorite ", "audio ", "1 parameter",
      "1 preset", "URI ",
      "code ", "class ", "license ", "bundle ",
    ]
    let places = order.map { start in lines.firstIndex { $0.hasPrefix(start) } ?? -1 }
    #expect(places == places.sorted() && places.first == 0, "\(zip(order, places)) \(lines)")
  }

  @Test(
    "lines end at words, within the terminal, and an address stays whole",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [40, 60, 80])
  func wrapped(columns: Int) {
    let lines = Screen(machine: Machine(), setting: ["COLUMNS": "\(columns)"]).lines("info urn:test:hall --no-pager")
    #expect(lines.allSatisfy { $0.count <= columns || !$0.dropFirst(16).contains(" ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("                ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("bundle ") && $0.hasSuffix("/hall.lv2") }, "\(lines)")
    let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(text.contains(" latency         unknown: it reports none, and was not measured "), "\(text)")
  }

  @Test("a placeholder is no comment") func placeholder() {
    let machine = Machine([])
    for (name, comment) in [("none", " ... "), ("some", "A hall.")] {
      machine.folder.write("", to: "lv2/\(name).lv2/plugin.so")
      machine.folder.write(
        Plugin.prefixes + """
          <urn:\(name)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "\(name)" ;
            <http://www.w3.org/2000/01/rdf-schema#comment> "\(comment)" .
          """, to: "lv2/\(name).lv2/manifest.ttl")
    }
    #expect(machine.aucat("info", "urn:some").lines.contains("comment         A hall."))
    #expect(!machine.aucat("info", "urn:none").text.contains("comment "))
  }

  @Test func theNewerOfTwoVersionsIsShown() throws {
    #expect(try Machine().aucat("info", "--json", "Double").json["version"] == .text("1.2"))
  }

  @Test func anAmbiguousNameListsItsCandidates() {
    let info = Machine().aucat("info", "TWIN")
    #expect(info.status == 2)
    #expect(info.output.isEmpty)
    #expect(info.errors.hasPrefix("aucat: 2 components are named `TWIN`"))
    #expect(info.errors.contains("urn:test:twin1") && info.errors.contains("urn:test:twin2"))
  }

  @Test func anUnknownNameIsStatusOneWithTheNearest() {
    let machine = Machine()
    let table: [(argument: String, says: String)] = [
      ("Grate Hall", "did you mean `Great Hall`?"), ("blak pearl", "did you mean `Black Pearl`?"),
      ("urn:test:nosuch", "`urn:test:nosuch`"), ("", "no component"), ("\u{1B}[32m", #"\x1b"#),
    ]
    for row in table {
      let info = machine.aucat("info", row.argument)
      info.expectRefusal(1, saying: row.says, "\(row.argument)")
      #expect(machine.aucat("info", "--json", row.argument).output.isEmpty)
    }
  }

  /// A component that can't be used is named with the reason, alone on the machine or not.
  @Test(arguments: [[Bundle(name: "hall", plugins: [.hall])], []])
  func aQuarantinedPluginShowsItsReason(others: [Bundle]) {
    let machine = Machine.withBrokenBundle(others)
    machine.install(Bundle(name: "synth", plugins: [.synth]))
    machine.folder.write("<urn:test:synth> <<<", to: "lv2/synth.lv2/plugin.ttl")
    machine.aucat("info", Plugin.synth.uri).expectRefusal(1, saying: "plugin.ttl: line 1")
    machine.aucat("info", machine.folder("lv2/broken.lv2")).expectRefusal(1, saying: "manifest.ttl: line 1")
  }

  /// Words are corrected as a search corrects them, but what is changed is never guessed.
  @Test func theNearestToMisspeltWordsIsNamed() {
    let machine = Machine([
      Bundle(
        name: "dragonfly",
        plugins: [
          Plugin(uri: "urn:d:hall", name: "Dragonfly Hall Reverb"), Plugin(uri: "urn:d:gate", name: "Leslie Gate"),
        ])
    ])
    for command in [["info"], ["favorite"], ["render", "in.wav", "out.wav", "--through"]] {
      machine.aucat(command + ["drgonfly hal"]).expectRefusal(
        1, saying: "`drgonfly hal`; did you mean `Dragonfly Hall Reverb`?")
    }
    machine.aucat("info", "drgonfly xyzzy").expectRefusal(1, saying: "`aucat search` lists all")
  }

  @Test func oneComponentIsNeeded() {
    let machine = Machine()
    machine.aucat("info").expectRefusal(2, saying: "<component>")
    machine.aucat("info", "no", "xyzzy").expectRefusal(1, saying: "`no xyzzy`")
  }

  /// Words find what `render --through` finds: the one component that has them all.
  @Test func wordsFindTheOneComponentThatHasThem() {
    let machine = Machine()
    let table: [(arguments: [String], name: String)] = [
      (["great", "hall"], "Great Hall"), (["ann hall"], "Great Hall"), (["x42"], "Black Pearl"),
      (["tag == Drums"], "Black Pearl"), (["hall", "--json"], "\"Great Hall\""),
    ]
    for row in table {
      let info = machine.aucat(["info"] + row.arguments)
      #expect(info.status == 0 && info.errors == "", "\(row.arguments)")
      #expect(info.lines.first?.contains(row.name) == true, "\(row.arguments)")
    }
  }

  @Test func severalCandidatesAreListed() {
    let machine = Machine()
    let info = machine.aucat("info", "instrument")
    #expect(info.status == 2 && info.output.isEmpty)
    #expect(info.errors.hasPrefix("aucat: 2 components match `instrument`; use one of these names, or more words:\n"))
    #expect(info.errors.contains("\n  'Black Pearl'"), "\(info.errors)")
    for line in info.errors.split(separator: "\n").dropFirst() {
      let name = machine.shell("printf %s \(line.split(separator: "  ")[0])").text
      #expect(machine.aucat("info", name).lines.first == name, "\(line)")
    }
    #expect(machine.aucat("info", "audioInputs == 9").refuses(1, saying: "nothing matches `audioInputs == 9`"))
  }

  @Test func favouritesCollectionsAndUseAreShown() throws {
    let machine = Machine()
    let plain = machine.aucat("info", Plugin.hall.uri)
    #expect(!plain.lines.contains { $0.hasPrefix("favorite") || $0.hasPrefix("collections") || $0.hasPrefix("hidden") })
    machine.aucat("favorite", "Great Hall").expectDone()
    machine.aucat("hide", "Great Hall").expectChanged()
    for name in ["Live", "Ambience"] { machine.aucat("collection", "add", name, "Great Hall").expectDone() }
    let info = machine.aucat("info", Plugin.hall.uri)
    for line in ["favorite        yes", "hidden          yes", "collections     Ambience, Live"] {
      #expect(info.lines.contains(line), "\(line)")
    }
    let json = try machine.aucat("info", "--json", Plugin.hall.uri).json
    #expect(json["collections"] == .list([.text("Ambience"), .text("Live")]))
    #expect(json["favorite"] == .bool(true))
  }
}
