import TestSupport
import Testing

/// `aucat tag`, `favorite`, `hide`, `collection`, `export`, `import`.
@Suite struct TagTests {
  let machine = Machine([Bundle(name: "a", plugins: [.hall]), Bundle(name: "b", plugins: [.arpeggiator])])
  private let hall = Plugin.hall.uri
  private let arpeggiator = Plugin.arpeggiator.uri

  @Test func tagsAreAddedListedSetRemovedAndRenamed() {
    #expect(machine.aucat("tag", "add", hall, "Röhre", " two words ", "RÖHRE").status == 0)
    #expect(machine.aucat("tag", "list", hall).lines == ["Röhre", "two words"])
    #expect(machine.aucat("tag", "list", hall, "--json").text == "[\"Röhre\",\"two words\"]\n")
    #expect(machine.aucat("search", "--format", "uri", "tag == röhre").lines == [hall])
    #expect(machine.aucat("tag", "rename", "röhre", "Tube").status == 0)
    #expect(machine.aucat("tag", "remove", hall, "TUBE").status == 0)
    #expect(machine.aucat("tag", "list", hall).lines == ["two words"])
    #expect(machine.aucat("tag", "set", hall, "x", "--", "-y").status == 0)
    #expect(
      machine.aucat("tag", "list", hall).lines == ["-y", "x"]
        || machine.aucat("tag", "list", hall).lines == ["x", "-y"])
    #expect(machine.aucat("tag", "set", hall).status == 0)
    let none = machine.aucat("tag", "list", hall)
    #expect(none.status == 1 && none.output.isEmpty && none.errors == "")
  }

  @Test func renamingToATagThatIsThereMergesBoth() {
    machine.aucat("tag", "add", hall, "a", "b").expectDone()
    machine.aucat("tag", "add", arpeggiator, "a").expectDone()
    machine.aucat("tag", "rename", "a", "B").expectChanged()
    #expect(machine.aucat("tags", "--user").lines == ["b\t2\tb"])
    machine.aucat("tag", "rename", "nothing", "x").expectRefusal(1, saying: "you have no tag `nothing`")
    machine.aucat("tag", "rename", "b", "B").expectChanged()
    #expect(machine.aucat("tags", "--user").lines == ["B\t2\tB"], "another spelling")
  }

  @Test(arguments: ["", "   ", "a\tb", "a\nb", "a\u{2028}b"]) func namesThatCanNotBeAreRefused(name: String) {
    #expect(machine.aucat("tag", "add", hall, "good", name).status == 2)
    #expect(machine.aucat("tag", "list", hall).status == 1, "all or nothing")
  }

  @Test func whatIsNotThereIsSaid() {
    machine.aucat("tag", "add", "nosuch", "x").expectRefusal(1, saying: "nosuch")
    machine.aucat("tag", "add", hall).expectRefusal(2, saying: "at least one tag")
    machine.aucat("tag", "add", hall, "x").expectDone()
    machine.aucat("tag", "remove", hall, "y").expectRefusal(1, saying: "its tags are x")
    #expect(machine.aucat("tag", "remove", hall, "x", "y").status == 4)
    machine.aucat("tag", "add", hall, "Rock").expectDone()
    machine.aucat("tag", "remove", hall, "Rock", "rock").expectChanged()
    machine.aucat("tag", "add", hall, "-x").expectRefusal(2, saying: "`--` before words")
    machine.aucat("tag", "add", "--", hall, "-x").expectDone()
    machine.aucat("tag", "remove", hall, "--", "-x").expectChanged()
  }

  @Test func aTagWithAnEscapeCodeDoesNotReachTheTerminal() {
    machine.aucat("tag", "add", hall, "\u{1B}[31mred").expectDone()
    for arguments in [
      ["tag", "list", hall], ["tags", "--user"], ["search", "userTag contains red"], ["info", hall],
    ] {
      #expect(!machine.aucat(arguments).output.contains(0x1B), "\(arguments)")
    }
  }

  @Test func linesOfStandardInputAreAcknowledgedOneByOne() {
    let run = machine.aucat(
      "tag", "add", "--stdin", input: "\(hall)\tone\nnosuch\ttwo\n\(arpeggiator)\tthree\nno tab\n\(hall)\tfour")
    #expect(run.status == 4 && run.text == "ok\nok\nok\n", "\(run.errors)")
    #expect(run.errors.contains("line 2: ") && run.errors.contains("line 4: "))
    #expect(machine.aucat("tag", "list", hall).lines == ["four", "one"])
    #expect(machine.aucat("tag", "add", "--stdin", hall, "x").status == 2)
  }

  /// A line of a megabyte, complete or without an end.
  @Test func aLineThatIsTooLongTakesNoOtherAway() {
    let long = "\(hall)\t" + String(repeating: "x", count: 1 << 20)
    let run = machine.aucat("tag", "add", "--stdin", input: "\(hall)\tone\n\(long)\n\(hall)\ttwo\n\(long)")
    #expect(run.status == 4 && run.text == "ok\nok\n", "\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.first?.contains("line 2: it is longer than") == true, "\(run.errors)")
    #expect(lines.last?.contains("line 4: it is longer than") == true, "\(run.errors)")
    #expect(machine.aucat("tag", "list", hall).lines == ["one", "two"])
  }

  @Test func anUninstalledPluginKeepsItsTags() {
    machine.aucat("tag", "add", hall, "mine").expectDone()
    machine.folder.remove("lv2/a.lv2")
    machine.aucat("scan").expectDone()
    #expect(machine.aucat("tag", "list", hall).lines == ["mine"])
    #expect(machine.aucat("tags", "--orphans").lines == ["mine\t\(hall)"])
    #expect(machine.aucat("tags", "--user").lines == ["mine\t0\tmine"])
    machine.aucat("tag", "remove", hall, "mine").expectChanged()
    #expect(machine.aucat("tags", "--orphans").status == 1)
  }

  /// A tag that is spelt like a standard one is shown once, and `why` names both.
  @Test func aTagThatSpellsAStandardOneIsShownOnce() throws {
    machine.aucat("tag", "add", hall, "reverb").expectDone()
    let list = machine.aucat("search", "tag == Reverb").text
    #expect(list.contains("\tEffects, Reverb\t") && !list.contains("reverb"))
    #expect(machine.aucat("info", hall).lines.contains("tags from       Effects (class), Reverb (class, user)"))
    #expect(machine.aucat("tags").lines.filter { $0.lowercased().hasPrefix("reverb") } == ["Reverb\t1\treverb"])
    #expect(machine.aucat("search", "--facets").lines.filter { $0.lowercased().contains("reverb") }.count == 1)
    #expect(machine.aucat("why", hall, "tag == reverb").text.contains(#""reverb", "Reverb" and 1 more"#))
    let tags = try #require(try machine.aucat("search", "--json", "tag == Reverb").json.elements.first?["tags"])
    #expect(tags["user"] == .list([.text("reverb")]))
    #expect(tags["all"] == .list([.text("Effects"), .text("Reverb")]))
    for command in [["tag", "list", hall], ["tags", "--user"]] {
      #expect(machine.aucat(command).text.hasPrefix("reverb"), "\(command)")
    }
    #expect(machine.aucat("export").text.contains("\"name\":\"reverb\""))
    machine.aucat("tag", "remove", hall, "Reverb").expectChanged()
    #expect(machine.aucat("tag", "list", hall).status == 1)
  }

  @Test func favouritesAndHiddenComponents() {
    machine.aucat("favorite", hall).expectDone()
    machine.aucat("hide", hall).expectChanged()
    #expect(machine.aucat("search", "--format", "uri").lines == [arpeggiator])
    #expect(machine.aucat("search", "--count", "--all").text == "2\n")
    #expect(machine.aucat("search", "--format", "uri", "hidden == yes and favorite == yes").lines == [hall])
    #expect(machine.aucat("info", hall, "--json").text.contains("\"favorite\":true,\"hidden\":true"))
    #expect(machine.aucat("tags", "--json").text.contains("\"Reverb\"") == false, "counts are those of a search")
    machine.aucat("hide", "--undo", hall).expectDone()
    machine.aucat("favorite", "--undo", hall).expectChanged()
    #expect(machine.aucat("search", "--count", "favorite == yes").text == "0\n")
    #expect(machine.aucat("search", "--count").text == "2\n")
  }

  @Test func collections() {
    machine.aucat("collection", "add", "Live", hall, arpeggiator).expectDone()
    let empty = machine.aucat("collection", "add", "Empty")
    let remedy = "`aucat collection add Empty COMPONENT` adds to it"
    #expect(empty.status == 0 && empty.errors == "aucat: created the empty collection `Empty`; \(remedy)\n")
    let again = machine.aucat("collection", "add", "EMPTY")
    #expect(again.status == 0 && again.errors.hasPrefix("aucat: there is already a collection `EMPTY`; "))
    let search = machine.aucat("search", "in empty and tag == Reverb")
    let command = "`aucat collection add empty COMPONENT` adds to it"
    search.expectRefusal(1, saying: "the collection `empty` is empty; \(command)")
    let explained = machine.aucat("search", "--explain", "in Empty").text
    #expect(explained.contains("means      FALSEPREDICATE\n"), "\(explained)")
    #expect(machine.aucat("collection", "list").lines == ["Empty\t0", "Live\t2"])
    machine.aucat("collection", "remove", "live", hall).expectChanged()
    #expect(machine.aucat("collection", "remove", "Live", hall).status == 1)
    #expect(machine.aucat("collection", "list", "Live").lines.count == 1)
    machine.aucat("collection", "rename", "Live", "Stage").expectChanged()
    machine.aucat("collection", "delete", "Empty").expectChanged()
    #expect(machine.aucat("collection", "list").lines == ["Stage\t1"])
    machine.aucat("collection", "delete", "Empty").expectRefusal(1, saying: "no collection `Empty`")
    machine.aucat("collection", "list", "Nothing").expectRefusal(1, saying: "no collection `Nothing`")
  }

  @Test func exportAndImport() {
    machine.aucat("tag", "add", hall, "Röhre", "残響").expectDone()
    machine.aucat("hide", arpeggiator).expectChanged()
    let exported = machine.aucat("export").text
    #expect(exported.hasPrefix("{\"aucat\":\"user data\",\"version\":1}\n"))
    machine.aucat("export", machine.folder("a.jsonl")).expectDone()
    #expect(String(decoding: Child.contents(machine.folder("a.jsonl")), as: UTF8.self) == exported)
    machine.aucat("tag", "set", hall, "other").expectChanged()
    machine.aucat("import", "--replace", machine.folder("a.jsonl")).expectChanged()
    #expect(machine.aucat("export").text == exported)
    machine.aucat("tag", "add", hall, "more").expectDone()
    machine.aucat("import", "-", input: exported).expectDone()
    #expect(machine.aucat("tag", "list", hall).lines.count == 3, "a union")
    machine.aucat("import", "-", input: exported + "nonsense\n").expectRefusal(2, saying: "nothing was changed")
    machine.aucat("import", machine.folder("nosuch")).expectRefusal(3, saying: "can't be read")
    #expect(machine.aucat("export", "/dev/null").status == 0)
    let piped = machine.shell(
      #"mkfifo "$folder/pipe"; cat "$folder/a.jsonl" > "$folder/pipe" & "$aucat" import "$folder/pipe""#)
    #expect(piped.status == 0, "\(piped.errors)")
  }
}
