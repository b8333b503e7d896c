import TestSupport
import Testing

/// `aucat undo`
@Suite struct UndoTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])
  private let hall = Plugin.hall.uri
  private let arp = Plugin.arpeggiator.uri

  private var export: String { machine.aucat("export").text }

  private func enter() {
    for words in [
      ["tag", "add", hall, "Warm", "wide"], ["tag", "add", arp, "warm"], ["favorite", hall],
      ["collection", "add", "Live", hall, arp], ["collection", "add", "Stage", arp],
      ["saved", "add", "halls", "name contains hall"],
    ] { #expect(machine.aucat(words).status == 0) }
  }

  @Test(
    "every change is undone, whole",
    arguments: [
      "collection delete Live", "collection rename Live Stage", "collection rename Live LIVE", "collection add New",
      "collection remove Stage urn:test:arpeggiator", "tag add urn:test:hall a b", "tag set urn:test:hall other",
      "tag set urn:test:hall", "tag remove urn:test:hall Warm wide", "tag rename warm WARM", "tag rename warm wide",
      "tag rename wide broad", "favorite urn:test:arpeggiator", "favorite --undo urn:test:hall", "hide urn:test:hall",
      "saved remove halls", "saved add --replace halls name == x", "import --replace few.jsonl", "import few.jsonl",
    ])
  func everyVerb(line: String) {
    enter()
    let few = """
      {"aucat":"user data","version":3}
      {"kind":"tag","name":"imported","uri":"urn:else"}
      {"kind":"succession","old":"urn:else","uri":"\(hall)"}
      {"kind":"use","source":"ardour","uri":"urn:else","count":4}
      """
    machine.folder.write(few, to: "few.jsonl")
    let before = export
    var words = line.split(separator: " ").map(String.init).map { $0 == "few.jsonl" ? machine.folder($0) : $0 }
    if words.starts(with: ["saved", "add"]) {
      words = Array(words.prefix(4)) + [words.dropFirst(4).joined(separator: " ")]
    }
    words = words.map { $0 == "urn:test:arpeggiator" ? arp : $0 == "urn:test:hall" ? hall : $0 }
    let change = machine.aucat(words)
    #expect(change.status == 0 && export != before, "\(change.errors)")
    let undo = machine.aucat("undo")
    #expect(undo.status == 0 && undo.errors == "" && undo.text.hasPrefix("undone: "), "\(undo.errors)")
    #expect(export == before, "\(undo.text)")
  }

  @Test("again, it undoes the change before, until there is none") func chain() throws {
    var states = [export]
    for words in [
      ["tag", "add", hall, "a"], ["tag", "set", hall, "b", "c"], ["hide", hall], ["hide", "--undo", hall],
      ["collection", "add", "Live", hall], ["collection", "delete", "Live"],
    ] {
      #expect(machine.aucat(words).status == 0)
      states.append(export)
    }
    let list = machine.aucat("undo", "--list")
    #expect(
      list.lines.count == 6 && list.lines.first?.contains("\taucat\tcollection `Live` deleted") == true, "\(list.text)")
    #expect(list.lines.last?.hasSuffix("tag `a` added to Great Hall") == true, "\(list.text)")
    let json = try machine.aucat("undo", "--list", "--json").json.elements
    #expect(
      json.count == 6 && json.allSatisfy { $0.keys == ["number", "at", "program", "title", "uris", "reversible"] })
    for state in states.dropLast().reversed() {
      #expect(machine.aucat("undo").status == 0)
      #expect(export == state)
    }
    machine.aucat("undo").expectRefusal(1, saying: "there is nothing to undo")
    machine.aucat("undo", "--list").expectRefusal(1, saying: "there is nothing to undo")
    machine.aucat("undo", "7").expectRefusal(2, saying: "no change 7")
  }

  @Test("what has been changed since is left alone, with the reason") func conflicts() {
    for words in [
      ["tag", "add", hall, "a"], ["tag", "remove", hall, "a"], ["collection", "add", "Live", hall],
      ["collection", "add", "Live", arp], ["saved", "add", "x", "name == x"],
      ["saved", "add", "y", "in x"],
    ] { #expect(machine.aucat(words).status == 0) }
    let before = export
    let tag = machine.aucat("undo", "1")
    tag.expectRefusal(
      2,
      saying:
        "change 1 (tag `a` added to Great Hall) can't be undone, because change 2 (tag `a` removed from Great Hall) "
        + "has since changed whether Great Hall has the tag `a`; undo that first: `aucat undo 2`")
    machine.aucat("undo", "3").expectRefusal(2, saying: "has since changed the collection `Live`")
    machine.aucat("undo", "5").expectRefusal(2, saying: "used by the saved search `y`")
    #expect(export == before)
    // In its turn each can be undone.
    for number in ["2", "1", "6", "5", "4", "3"] { #expect(machine.aucat("undo", number).status == 0, "\(number)") }
    #expect(machine.aucat("export").lines.count == 1)
  }

  @Test("a rejection says how to go on") func waysOn() {
    for words in [
      ["tag", "add", hall, "a"], ["saved", "add", "x", "name == x"], ["saved", "remove", "x"],
      ["saved", "add", "x", "name == y"],
    ] { #expect(machine.aucat(words).status == 0) }
    machine.aucat("undo", "2").expectRefusal(2, saying: "undo that first: `aucat undo")
    machine.aucat("undo", "9").expectRefusal(2, saying: "no change 9 in the log; `aucat undo --list` lists all")
  }

  @Test(
    "undo is offered for what it would revert: never by the second of two equal commands",
    arguments: [
      ("tag set HALL a b", true), ("tag remove HALL warm", true), ("tag rename warm Warm", true),
      ("tag rename warm warm", false), ("tag rename warm cold", true), ("hide HALL", true), ("hide --undo ARP", false),
      ("collection rename Live Live", false), ("collection rename Live On", true),
      ("collection remove Live HALL", true), ("collection delete Live", true), ("saved remove x", true),
      ("saved add x name==z --replace", true), ("saved add x name==x --replace", true),
      ("saved add y name==z --replace", false), ("import all.jsonl --replace", true),
    ])
  func offers(line: String, first: Bool) {
    let words = line.split(separator: " ").map {
      $0 == "HALL" ? hall : $0 == "ARP" ? arp : $0.hasSuffix(".jsonl") ? machine.folder(String($0)) : String($0)
    }
    #expect(machine.aucat("export", machine.folder("all.jsonl")).status == 0)
    for setup in [
      ["tag", "add", hall, "warm"], ["collection", "add", "Live", hall, arp], ["saved", "add", "x", "name == x"],
      ["hide", arp],
    ] { #expect(machine.aucat(setup).status == 0) }
    for isOffered in [first, false] {
      let before = machine.aucat("undo", "--list").lines
      let run = machine.aucat(words)
      #expect(run.errors.contains("`aucat undo` reverts this") == isOffered, "\(run)")
      if isOffered { #expect(machine.aucat("undo", "--list").lines != before) }
    }
  }

  @Test(
    "a title names what was typed first, and counts components",
    arguments: [
      ("hide HALL ARP", "Great Hall and 1 more hidden"),
      ("favorite HALL ARP", "Great Hall and 1 more marked as a favourite"),
      ("collection add Live HALL ARP", "Great Hall and 1 more added to the collection `Live`"),
      ("collection add Live HALL", "Great Hall added to the collection `Live`"),
      ("collection add Live", "collection `Live` created"),
      ("tag add HALL a b", "tag `a` added to Great Hall, and 1 more"),
      ("saved add x tag == y", "search `x` saved"),
    ])
  func titles(line: String, title: String) {
    let words = line.split(separator: " ").map { $0 == "HALL" ? hall : $0 == "ARP" ? arp : String($0) }
    #expect(machine.aucat(words).status == 0)
    let list = machine.aucat("undo", "--list")
    #expect(list.lines.count == 1 && list.text.hasSuffix("\taucat\t\(title)\n"), "\(list.text)")
    #expect(machine.aucat("undo").text.hasPrefix("undone: \(title) (change 1, by aucat at "))
  }

  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed")) func headings() {
    #expect(machine.aucat("hide", hall).status == 0)
    let lines = Screen(machine: machine).lines("undo --list --locale de")
    #expect(lines.first?.split(separator: " ") == ["Nummer", "Zeit", "Programm", "Änderung"], "\(lines)")
  }

  @Test("processes that undo at once undo a change each") func concurrent() {
    for number in 0..<8 { #expect(machine.aucat("tag", "add", hall, "t\(number)").status == 0) }
    let run = machine.shell(
      #"for i in 1 2 3 4 5 6 7 8; do "$aucat" undo & done; wait; "$aucat" export; "$aucat" undo --list; echo "status $?""#
    )
    let undone = run.lines.filter { $0.hasPrefix("undone: ") }
    #expect(Set(undone).count == 8, "\(run.text)\(run.errors)")
    #expect(run.lines.last == "status 1" && !run.text.contains("\"tag\""))
  }

  @Test("standard error says how to get back what is lost")
  func said() {
    enter()
    for line in [
      "tag set \(hall)", "collection delete Live", "saved remove halls", "hide \(hall)", "favorite --undo \(hall)",
      "collection rename Stage Hall", "tag rename warm wide",
    ] {
      machine.aucat(line.split(separator: " ").map(String.init)).expectChanged()
    }
    let imported = machine.aucat("import", "--replace", "-", input: #"{"aucat":"user data","version":3}"#)
    #expect(imported.text == "deleted all your data, since the file has none\n")
    imported.expectChanged()
    #expect(machine.aucat("tag", "set", arp).errors == "", "nothing is lost")
    #expect(machine.aucat("hide", hall).status == 0)
    machine.aucat("hide", "--undo", hall).expectDone()
  }

  @Test("a terminal says it, too", .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func saidOnATerminal() {
    enter()
    let screen = Screen(machine: machine)
    #expect(screen.lines("tag set \(hall)").contains { $0.contains("`aucat undo` reverts this") })
    #expect(!screen.lines("hide --undo \(hall)").contains { $0.contains("undo") })
  }

  @Test("uses stay, and an import that is undone leaves those that were counted since") func uses() {
    let uses =
      #"{"aucat":"user data","version":3}"# + "\n"
      + #"{"kind":"use","source":"ardour","uri":"urn:a","count":4}"# + "\n"
    #expect(machine.aucat("import", "-", input: uses).status == 0)
    #expect(export.contains("\"count\":4"))
    #expect(machine.aucat("import", "--replace", "-", input: #"{"aucat":"user data","version":3}"#).status == 0)
    #expect(!export.contains("\"count\":4"))
    #expect(machine.aucat("undo").status == 0 && export.contains("\"count\":4"))
    #expect(machine.aucat("import", "-", input: uses.replacing("4", with: "5")).status == 0)
    #expect(machine.aucat("undo", "1").status == 0 && export.contains("\"count\":5"))
  }

  @Test("forgetting everything leaves nothing to undo, and says where all is kept") func forgotten() {
    enter()
    let before = export
    let forget = machine.aucat("forget", "--all", "--yes")
    #expect(forget.status == 0 && machine.aucat("undo").status == 1)
    let remedy = forget.lines.last ?? ""
    #expect(remedy.contains("user.sqlite.backups"), "\(forget.text)")
    guard let command = remedy.split(separator: "`").dropFirst().first else { return }
    #expect(machine.shell(String(command).replacing("aucat ", with: "\"$aucat\" ")).status == 0)
    #expect(export == before)
  }

  @Test(
    "a disk that has room for a change, but not for its undoing, takes the change",
    .enabled(if: SmallDisk.canMount, "a file system can't be mounted here"))
  func fullDisk() {
    let facts = (0..<1_500).map { #"{"kind":"tag","name":"t","uri":"urn:\#($0)"}"# }
    machine.folder.write(
      (["{\"aucat\":\"user data\",\"version\":1}"] + facts).joined(separator: "\n"), to: "many.jsonl")
    let run = machine.shell(
      SmallDisk.script
        + #"""
        export AUCAT_CATALOG="$folder/catalog.sqlite"
        "$aucat" tag add urn:test:hall first
        for room in 150 180 210 240 270 300 330 360 390 420 450 480 510 540 570; do
          rm -rf "$HOME/copy"; mkdir "$HOME/copy"; cp "$HOME/.local/share/aucat/user.sqlite"* "$HOME/copy" 2>/dev/null
          dd if=/dev/zero of="$HOME/filling" bs=1k 2>/dev/null; truncate -s "-${room}k" "$HOME/filling"
          AUCAT_USER_STORE="$HOME/copy/user.sqlite" "$aucat" import "$folder/many.jsonl" >"$folder/said" 2>&1; status=$?
          rm "$HOME/filling"
          grep -q "too full to make it undoable" "$folder/said" && echo "unrecorded $status"
          AUCAT_USER_STORE="$HOME/copy/user.sqlite" "$aucat" export | grep -c urn:
        done' sh "$HOME"
        """#)
    #expect(run.lines.contains("unrecorded 0"), "\(run.text)\(run.errors)")
    #expect(run.lines.allSatisfy { ["unrecorded 0", "1", "1501"].contains($0) }, "\(run.text)")
  }
}
