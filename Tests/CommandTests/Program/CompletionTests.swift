import AucatCommands
import AucatProgram
import Foundation
import TestSupport
import Testing

/// What `aucat complete` answers the scripts for shells.
@Suite struct CompletionTests {
  let machine = Machine()

  /// The candidates for the last of some words, which is in quotes or not.
  private func candidates(_ words: String..., quote: String = "") -> [String] {
    candidates(words, quote: quote)
  }

  private func candidates(_ words: [String], quote: String = "") -> [String] {
    let run = machine.aucat(["complete", "fish", quote] + words)
    #expect(run.status == 0 && run.errors == "", "\(words): \(run)")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
    return lines.map { String($0.prefix { $0 != "\t" }) }
  }

  /// What bash gets for a line: its directives, and the candidates.
  private func bash(_ line: String) -> (directives: String, candidates: [String]) {
    let run = machine.aucat("complete", "bash", " \t\n\"'><=;|&(:", line)
    #expect(run.status == 0 && run.errors == "", "\(line): \(run)")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    return (lines.first ?? "", Array(lines.dropFirst(2)))
  }

  @Test("every verb and option of the help is completed") func declarations() {
    func check(_ command: CommandDeclaration, _ path: [String]) {
      let help = machine.aucat(path + ["--help"]).text
      let options = help.matches(of: /(?m)^  (?:-[a-z], )?(--[a-z0-9-]+)/).map { String($0.1) }
      #expect(Set(candidates(path + ["--"])) == Set(options), "\(path)")
      #expect(options.isEmpty == false)
      if command.subcommands.isEmpty { return }
      let names = candidates(path + [""])
      #expect(names.filter { !["help", "query"].contains($0) } == command.subcommands.map(\.name), "\(path)")
      for subcommand in command.subcommands { check(subcommand, path + [subcommand.name]) }
    }
    check(Aucat.declaration, [])
    #expect(candidates("help", "q") == ["query"] && candidates("help", "ta") == ["tag", "tags"])
    #expect(candidates("tag", "l") == ["list"] && candidates("tag", "nonsense", "") == [])
  }

  @Test("values of options: their words, files, components, presets and parameters") func values() {
    #expect(machine.aucat("scan").status == 0)
    #expect(candidates("search", "--format", "c") == ["csv"])
    #expect(candidates("search", "--format=c") == ["--format=csv"])
    #expect(candidates("render", "--encoding", "float6") == ["float64"])
    #expect(candidates("render", "a", "b", "--through", "great") == ["Great Hall"])
    #expect(candidates("render", "a", "b", "--through", "Great Hall", "--preset", "v") == ["Vocal room"])
    #expect(candidates("render", "a", "b", "--through", "Great Hall", "--set", "") == ["port_4="])
    #expect(candidates("search", "--sort", "name,-aud") == ["name,-audioInputs", "name,-audioOutputs"])
    #expect(candidates("search", "--limit", "") == [] && candidates("search", "--arg", "") == [])
    #expect(candidates("tags", "--locale", "pt") == ["pt_BR"])
    #expect(candidates("lint", "--ignore", "no-com") == ["no-comment"])
    #expect(bash("aucat import ").directives == "files" && bash("aucat scan --path ").directives == "directories")
    #expect(candidates("with", "mkfif") == ["mkfifo"] && bash("aucat with mkfif").directives == "-")
    #expect(bash("aucat with /bin/mk").directives == "files" && bash("aucat with mkfifo ").directives == "files")
  }

  @Test("components, by name in any case or by URI; none with a name that could do harm") func components() {
    #expect(machine.aucat("scan").status == 0)
    #expect(candidates("info", "GREAT") == ["Great Hall"] && candidates("info", "éc") == ["Éclair"])
    #expect(candidates("info", "Hall") == ["Great Hall"])
    #expect(candidates("info", "urn:test:h") == ["urn:test:hall"])
    #expect(candidates("info", "") == ["Arp", "Black Pearl", "Double", "Éclair", "Great Hall", "twin", "Twin"])
    #expect(candidates("why", "Great Hall", "tag == Rev") == ["tag == Reverb"])
    #expect(candidates("info", "tag == Rev", quote: "'") == ["tag == Reverb"])
  }

  @Test("what the user has entered: tags, collections, saved searches, changes") func userData() {
    machine.aucat("tag", "add", "Great Hall", "My Tag").expectDone()
    machine.aucat("collection", "add", "Live", "Great Hall").expectDone()
    machine.aucat("saved", "add", "drums", "tag contains drum").expectDone()
    #expect(candidates("tag", "remove", "Great Hall", "") == ["My Tag"])
    #expect(candidates("tag", "rename", "my") == ["My Tag"] && candidates("tag", "add", "Arp", "my") == ["My Tag"])
    #expect(candidates("tag", "add", "Arp", "Choru") == ["Chorus"])
    #expect(candidates("collection", "list", "") == ["Live"] && candidates("collection", "rename", "l") == ["Live"])
    #expect(candidates("collection", "remove", "Live", "") == ["Great Hall"])
    #expect(candidates("saved", "remove", "") == ["drums"])
    #expect(candidates("search", "in ") == ["in drums", "in Live"])
    #expect(candidates("undo", "") == ["3", "2", "1"])
    #expect(candidates("search", "userTag == ", quote: "\"") == ["userTag == \"My Tag\""])
  }

  @Test("a predicate: keys, operators and values, connectives") func predicates() {
    #expect(machine.aucat("scan").status == 0)
    #expect(candidates("search", "audioIn", quote: "'").first == "audioInputs == ")
    #expect(candidates("search", "audioIn") == ["audioInputs"])
    #expect(candidates("search", "audioInputs", "<") == ["<", "<="])
    #expect(candidates("search", "favorite ", quote: "'") == ["favorite ==", "favorite !="].map { $0 + " " })
    #expect(candidates("search", "type == mu") == ["type == MusicEffect", "type == MusicDevice"])
    #expect(candidates("search", "(tag == Reverb or name == Gr") == ["(tag == Reverb or name == \"Great Hall\""])
    #expect(candidates("search", "manufacturer in {Ben, x4") == ["manufacturer in {Ben, x42"])
    #expect(candidates("search", "tag", "==", "Reverb", "a") == ["and"])
    #expect(candidates("search", "audioInputs", "==", "") == ["0", "2"])
    #expect(candidates("search", "tag:rev") == ["tag:Reverb"] && candidates("search", "dru") == ["Drums"])
    #expect(candidates("search", "--locale", "de", "tag:hal") == ["tag:Hall"])
    #expect(candidates("saved", "add", "name", "tag == Rev") == ["tag == Reverb"])
    #expect(candidates("search", "tags.@count == ") == [])
    #expect(candidates("search", "~ \"x\" and tag").contains("~ \"x\" and tags"))
  }

  @Test("bash gets words as readline inserts them") func readline() {
    #expect(machine.aucat("scan").status == 0)
    #expect(bash("aucat info Great").candidates == [#"Great\ Hall"#])
    #expect(bash("LANG=de aucat info \"Great").candidates == ["Great Hall"])
    #expect(bash("aucat info Great\\ H").candidates == [#"Great\ Hall"#])
    #expect(bash(#"aucat search "name == Gr"#).candidates == [#"name == \"Great Hall\""#])
    #expect(bash("aucat search 'name == \"Gr").candidates == [#"name == "Great Hall""#])
    #expect(bash("aucat search tag:Re").candidates == ["Reverb"])
    #expect(bash("aucat search --variants=o").candidates == ["one"])
    let open = bash("aucat search 'tag cont")
    #expect(open.directives == "- nospace" && open.candidates == ["tag contains ", "tag contains …"])
  }

  @Test("completion neither scans nor writes") func onlyReads() {
    // What any reader makes for SQLite is not counted.
    let names = { machine.shell("cd \"$folder\" && find home ! -name '*-wal' ! -name '*-shm' | sort").text }
    let before = names()
    for words in [["search", "tag == "], ["info", ""], ["tag", "add", "x", ""], ["undo", ""], [""]] {
      _ = candidates(words)
    }
    #expect(names() == before)
    machine.aucat("tag", "add", "Great Hall", "My Tag").expectDone()
    let stores = ".cache/aucat/catalog.sqlite .local/share/aucat/user.sqlite"
    let sums = { machine.shell("cd \"$folder/home\" && sha256sum \(stores)").text }
    let (present, contents) = (names(), sums())
    machine.install(Bundle(name: "new", plugins: [Plugin(uri: "urn:test:new", name: "New")]))
    #expect(candidates("info", "New") == [] && candidates("search", "userTag == ") == ["userTag == \"My Tag\""])
    #expect(names() == present && sums() == contents)
  }

  @Test("what is damaged is neither mended nor complained of") func damage() {
    machine.aucat("tag", "add", "Great Hall", "My Tag").expectDone()
    for store in ["home/.local/share/aucat/user.sqlite", "home/.cache/aucat/catalog.sqlite"] {
      machine.folder.write(String(repeating: "damage", count: 2_000), to: store)
      let sums = { machine.shell("cd \"$folder/home\" && find . -name '*.sqlite' -exec sha256sum {} + | sort").text }
      let before = sums()
      _ = candidates("info", "")
      _ = candidates("search", "userTag == ")
      #expect(sums() == before, "\(store)")
    }
    #expect(candidates("search", "--form") == ["--format"])
    for words in [[], ["bash"], ["tcsh", "", "x"], ["zsh", ""], ["bash", "", ""]] {
      let run = machine.aucat(["complete"] + words)
      #expect(run.status == 0 && run.errors == "", "\(words): \(run)")
    }
  }
}
