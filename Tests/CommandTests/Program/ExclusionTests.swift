import TestSupport
import Testing

/// `-word` excludes in every command that takes words of a search.
@Suite struct ExclusionTests {
  private let machine = Machine([
    Bundle(
      name: "rooms",
      plugins: [
        Plugin(uri: "urn:a:hall", name: "Great Hall", maker: "Ann", lv2Class: "ReverbPlugin"),
        Plugin(uri: "urn:b:hall", name: "Small Hall", maker: "Ben", lv2Class: "ReverbPlugin"),
        Plugin(uri: "urn:b:gate", name: "Gate", maker: "Ben"),
      ])
  ])

  @Test(
    "the words choose the component without the excluded word",
    arguments: [
      "favorite hall -ben", "favorite gate hall -ben", "favorite --undo hall -ben", "hide hall -ben -gate",
      "collection add Live gate hall -ben", "collection remove Live hall -ben", "tag add hall -ben mine",
      "tag set hall -ben mine", "tag remove hall -ben mine", "tag list hall -ben --json", "info hall -ben",
      "info -ben --json", "info -- hall -ben", "similar hall -ben --limit 1", "why hall -ben",
    ])
  func chooses(line: String) {
    for words in [
      ["favorite", "urn:a:hall"], ["collection", "add", "Live", "urn:a:hall"], ["tag", "add", "urn:a:hall", "mine"],
    ] { #expect(machine.aucat(words).status == 0) }
    let run = machine.aucat(line.split(separator: " ").map(String.init))
    if line.hasPrefix("why") {
      // Its first argument alone is the component.
      #expect(run.status == 2 && run.errors.contains("2 components match `hall`"), "\(run)")
    } else if line.hasPrefix("info") {
      #expect(run.status == 0 && run.errors == "" && run.text.contains("Great Hall"), "\(run)")
    } else {
      #expect(run.status == 0, "\(run)")
      let isSaid = run.errors.contains("chose Great Hall (urn:a:hall) for `hall -ben")
      #expect(isSaid || line.hasPrefix("similar"), "\(run.errors)")
    }
  }

  @Test func aSavedSearchExcludes() {
    machine.aucat("saved", "add", "halls", "hall", "-ben", "--replace").expectDone()
    #expect(machine.aucat("saved", "list").text == "halls\thall -ben\n")
    #expect(machine.aucat("search", "--format", "uri", "in halls").lines == ["urn:a:hall"])
    machine.aucat("saved", "add", "rooms", "hall", "-great hall").expectDone()
    #expect(machine.aucat("saved", "list").lines.last == "rooms\thall -\"great hall\"")
  }

  @Test(
    "what could be a tag or a name is refused, and so is what is no option",
    arguments: [
      ("tag add urn:a:hall -x", "`--` before words that begin with a dash, such as `-x`"),
      ("tag set urn:a:hall -x", "`--` before words"), ("tag add urn:a:hall x -y", "`--` before words"),
      ("tag remove urn:a:hall -x", "`--` before words"), ("collection add Live -x", "`--` before words"),
      ("tag rename x -y", "unknown option '-y'; put `--` before words"),
      ("tags -x", "unknown option '-x'"),
      ("info --bogus hall -ben", "write -bogus; `aucat help info`"),
      ("saved add x hall -ben --bogus", "write -bogus; `aucat help saved add`"),
      ("similar hall -ben --limit", "missing value for '--limit"), ("favorite -ben", "`--` before words"),
      ("search hall -ben --bogus", "unknown option '--bogus'"), ("tag list", "missing expected argument"),
    ])
  func refuses(line: String, says: String) {
    machine.aucat(line.split(separator: " ").map(String.init)).expectRefusal(2, saying: says)
    #expect(machine.aucat("export").lines.count == 1, "nothing is changed")
  }

  @Test("helpers for help keep their meaning beside exclusions") func help() {
    for verb in ["info", "similar", "favorite"] {
      let run = machine.aucat(verb, "hall", "-ben", "-h")
      #expect(run.status == 0 && run.text.contains("USAGE: aucat \(verb)"), "\(run.errors)")
    }
  }

  @Test("typographic dashes exclude, and a dash alone means nothing", arguments: ["–", "−", "‑", "—", "‐", "－"])
  func typographic(dash: String) {
    func found(_ words: String...) -> [String] { machine.aucat(["search", "--format", "uri"] + words).lines }
    #expect(found("hall", dash + "ben") == ["urn:a:hall"])
    #expect(found("hall \(dash)ben") == ["urn:a:hall"])
    #expect(
      found("hall \(dash)\"small hall\"") == ["urn:a:hall"] && found("hall", dash + "small hall") == ["urn:a:hall"])
    #expect(found("hall \(dash)(ben or gate)") == ["urn:a:hall"])
    #expect(found("audioInputs == 2 hall \(dash)ben") == ["urn:a:hall"])
    #expect(found("hall \(dash) ben") == ["urn:b:hall"] && found("hall", dash, "ben") == ["urn:b:hall"])
    #expect(found("\"\(dash)ben\"").count == 2, "a phrase excludes nothing")
    #expect(machine.aucat("info", "hall \(dash)ben").lines.first == "Great Hall")
  }
}
