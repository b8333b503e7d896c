import TestSupport
import Testing

/// `aucat saved`, and searches that use what it keeps.
@Suite struct SavedTests {
  let machine = Machine([Bundle(name: "a", plugins: [.hall]), Bundle(name: "b", plugins: [.arpeggiator])])
  private let hall = Plugin.hall.uri
  private let arpeggiator = Plugin.arpeggiator.uri

  private func found(_ predicate: String) -> [String] { machine.aucat("search", "--format", "uri", predicate).lines }

  @Test func searchesAreAddedListedUsedReplacedAndRemoved() throws {
    machine.aucat("saved", "add", "Halls", "tag == 'Reverb'").expectDone()
    machine.aucat("saved", "add", "plain", "great", "hall").expectDone()
    #expect(machine.aucat("saved", "list").text == "Halls\ttag == 'Reverb'\nplain\tgreat hall\n")
    let json = try machine.aucat("saved", "list", "--json").json.elements
    #expect(json.map(\.keys) == [["name", "predicate"], ["name", "predicate"]])
    #expect(json.map { $0["predicate"] } == [.text("tag == 'Reverb'"), .text("great hall")])
    #expect(found("in halls") == [hall] && found("in plain") == [hall] && found("not in \"HALLS\"") == [arpeggiator])
    machine.aucat("saved", "add", "HALLS", "name == x").expectRefusal(
      2, saying: "a saved search `HALLS` already; --replace replaces it")
    machine.aucat("saved", "add", "--replace", "HALLS", "-", input: "type ==\nMIDIProcessor\n").expectChanged()
    #expect(found("in halls") == [arpeggiator])
    #expect(machine.aucat("saved", "list").lines.first == "HALLS\ttype ==\\x0aMIDIProcessor")
    machine.aucat("saved", "remove", "halls", "Halls", "plain").expectChanged()
    machine.aucat("saved", "list").expectRefusal(1, saying: "`aucat saved add NAME PREDICATE`")
    let noneForPrograms = machine.aucat("saved", "list", "--json")
    #expect(noneForPrograms.status == 1 && noneForPrograms.errors == "")
    #expect(try noneForPrograms.json == .list([]))
  }

  @Test func wordsThatAreCorrectedAreKeptAsTheyAreUnderstood() throws {
    let saved = machine.aucat("saved", "add", "halls", "revreb")
    #expect(saved.status == 0 && saved.errors.contains("`halls` is saved as `"), "\(saved.errors)")
    let kept = try #require(machine.aucat("saved", "list").lines.first?.split(separator: "\t").last)
    #expect(!kept.contains("revreb") && kept.contains("Reverb"), "\(kept)")
    let search = machine.aucat("search", "--format", "uri", "in halls")
    #expect(search.lines == [hall] && search.errors == "", "\(search.errors)")
  }

  @Test func savedSearchesAndCollectionsNest() {
    machine.aucat("collection", "add", "Live", hall, arpeggiator).expectDone()
    machine.aucat("saved", "add", "live halls", "in live and tag == Reverb").expectDone()
    machine.aucat("saved", "add", "rest", "in Live and not in 'LIVE HALLS'").expectDone()
    #expect(found("in \"live halls\"") == [hall] && found("in rest") == [arpeggiator])
    #expect(machine.aucat("search", "--count", "in rest or in \"live halls\"").text == "2\n")
    let explained = machine.aucat("search", "--explain", "in \"live halls\"")
    #expect(
      explained.lines.contains { $0.hasPrefix("means ") && $0.contains("tag == \"Reverb\"") }, "\(explained.text)")
    machine.aucat("collection", "delete", "Live").expectRefusal(2, saying: "used by the saved searches `live halls`")
  }

  @Test func whichOfTwoOfTheSameNameIsMeantIsSaidWhereTheyAreMade() {
    machine.aucat("collection", "add", "Live", arpeggiator).expectDone()
    let saved = machine.aucat("saved", "add", "live", "tag == Reverb")
    let now = "aucat: in searches, `in live` is now this saved search, and not the collection `live`; "
    let remedy = "`aucat collection rename` gives that another name\n"
    #expect(saved.status == 0 && saved.errors == now + remedy, "\(saved)")
    #expect(found("in Live") == [hall])
    machine.aucat("collection", "add", "Live", hall).expectDone()
    machine.aucat("saved", "add", "stage", "tag == Reverb").expectDone()
    let says = "aucat: in searches, `in stage` is the saved search `stage`, and not this collection; "
    let added = machine.aucat("collection", "add", "Stage", hall)
    #expect(added.status == 0 && added.errors.hasPrefix(says), "\(added)")
    machine.aucat("collection", "delete", "Stage").expectChanged()
    #expect(machine.aucat("collection", "rename", "Live", "Stage").errors.hasPrefix(says))
  }

  @Test func aNameThatNothingHasIsSaidWithTheNearest() {
    machine.aucat("saved", "add", "Röhren", "tag == Reverb").expectDone()
    for arguments in [
      ["search", "in Röhern"], ["saved", "add", "x", "in Röhern"], ["search", "--explain", "in Röhern"],
    ] {
      machine.aucat(arguments).expectRefusal(
        2, saying: "no saved search or collection `Röhern`; did you mean `Röhren`?")
    }
    machine.aucat("saved", "remove", "Röhern").expectRefusal(1, saying: "did you mean `Röhren`?")
    machine.aucat("saved", "remove", "xyzzy").expectRefusal(1, saying: "`aucat saved list` lists them")
    let partly = machine.aucat("saved", "remove", "xyzzy", "RÖHREN")
    #expect(partly.status == 4 && partly.errors.contains("`xyzzy`"))
    #expect(machine.aucat("saved", "list").status == 1)
  }

  @Test func circlesAndWhatIsUsedAreRefused() {
    machine.aucat("saved", "add", "a", "tag == Reverb").expectDone()
    machine.aucat("saved", "add", "b", "in a").expectDone()
    machine.aucat("saved", "add", "--replace", "a", "in b").expectRefusal(
      2, saying: "refer to each other in a cycle: \"a\" → \"b\" → \"a\"")
    let used = machine.aucat("saved", "remove", "a")
    used.expectRefusal(2, saying: "the saved search `a` is used by the saved search `b`")
    #expect(found("in b") == [hall], "nothing was changed")
    machine.aucat("saved", "remove", "a", "b").expectChanged()
  }

  @Test func whatIsNoPredicateIsShownWithACaret() {
    let run = machine.aucat("saved", "add", "x", "tag contains drum and nme == x")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("tag contains drum and nme == x\n                      ^\n"), "\(run.errors)")
    for name in ["", " ", "a\tb", "a\nb"] { #expect(machine.aucat("saved", "add", name, "hall").status == 2) }
    machine.aucat("saved", "add", "x").expectRefusal(2, saying: "predicate")
    #expect(machine.aucat("saved", "list").status == 1)
  }

  @Test func namesInEveryScriptAreComparedByCaseFolding() {
    let table = [("Große Halle", "GROSSE HALLE"), ("残響", "残響"), ("e\u{301}tude", "ÉTUDE"), ("ΣΊΣΥΦΟΣ", "σίσυφος")]
    for (saved, asked) in table {
      machine.aucat("saved", "add", saved, "tag == Reverb").expectDone()
      #expect(found("in \"\(asked)\"") == [hall], "\(saved)")
      machine.aucat("saved", "add", asked, "x").expectRefusal(2, saying: "already", "\(saved)")
    }
  }

  @Test func aNameWithAnEscapeCodeDoesNotReachTheTerminal() {
    let name = "\u{1B}[31mred\u{202E}"
    machine.aucat("saved", "add", name, "tag == Reverb").expectDone()
    let commands = [
      ["saved", "list"], ["saved", "list", "--json"], ["saved", "add", name, "x"], ["saved", "remove", name + "x"],
      ["search", "in \"\(name)x\""], ["saved", "add", "y", "in '\(name)x'"],
      ["saved", "add", "--replace", name, "in '\(name)'"],
    ]
    for arguments in commands {
      let run = machine.aucat(arguments)
      #expect(!run.output.contains(0x1B) && !run.errors.unicodeScalars.contains("\u{1B}"), "\(arguments)")
      if !arguments.contains("--json") { #expect(!(run.text + run.errors).unicodeScalars.contains("\u{202E}")) }
    }
    #expect(found("in \"\(name)\"") == [hall])
  }

  @Test func exportAndImport() throws {
    machine.aucat("tag", "add", hall, "Röhre").expectDone()
    machine.aucat("saved", "add", "halls", "userTag == röhre").expectDone()
    let exported = machine.aucat("export").text
    #expect(exported.hasPrefix("{\"aucat\":\"user data\",\"version\":2}\n"))
    machine.aucat("saved", "add", "--replace", "Halls", "name == x").expectChanged()
    let union = machine.aucat("import", "-", input: exported)
    #expect(union.status == 0 && union.text == "1 tag, 1 saved search; 1 of them new\n")
    #expect(union.errors.contains("two saved searches have the same name"), "\(union.errors)")
    #expect(union.errors.contains("`userTag == röhre` is now `halls (other "), "\(union.errors)")
    let saved = machine.aucat("saved", "list").lines
    #expect(saved.count == 2 && saved[0] == "Halls\tname == x" && saved[1].hasPrefix("halls (other "), "\(saved)")
    #expect(machine.aucat("import", "-", input: exported).errors == "", "the second time, nothing is new")
    machine.aucat("import", "--replace", "-", input: exported).expectChanged()
    #expect(machine.aucat("export").text == exported)
    let bad = exported + #"{"kind":"search","name":"x","predicate":"nme == x"}"# + "\n"
    machine.aucat("import", "-", input: bad).expectRefusal(2, saying: "line 4: the saved search `x` is not a predicate")
    let dangling = exported + #"{"kind":"search","name":"x","predicate":"in nosuch"}"# + "\n"
    let unknown = machine.aucat("import", "-", input: dangling)
    unknown.expectRefusal(2, saying: "the saved search `x` can't be used: there is no saved search")
    #expect(unknown.errors.contains("`nosuch`") && unknown.errors.contains("nothing was changed"), "\(unknown.errors)")
    #expect(machine.aucat("export").text == exported)
  }

  /// Of two that save under one name at the same time, one does, and the other hears of it.
  @Test func manyAtOnce() {
    let run = machine.shell(
      #"""
      { for writer in 1 2 3 4; do
        ( for n in 1 2 3 4 5 6; do
            "$aucat" saved add "own $writer $n" "name == x" && echo "own $writer $n"
            "$aucat" saved add "shared $n" "name == 'by $writer'" 2>/dev/null && echo "shared $n by $writer"
          done ) &
      done
      } | cat
      """#)
    #expect(run.errors == "", "\(run.errors)")
    let shared = run.lines.filter { $0.hasPrefix("shared") }
    #expect(shared.count == 6 && run.lines.count == 30, "\(run.lines)")
    let listed = machine.aucat("saved", "list").lines
    #expect(listed.count == 30)
    for line in shared {
      let words = line.split(separator: " ")
      #expect(listed.contains("shared \(words[1])\tname == 'by \(words[3])'"), "\(line)")
    }
  }
}
