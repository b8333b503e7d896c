import TestSupport
import Testing

/// What a list of components shows: on a terminal, in a pipe, and as a table in a pipe.
@Suite struct SearchTableTests {
  private static let long = "Early Reflection Reverb with a Name of Fifty Letters"
  private let machine = Machine([
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "drums", plugins: [.drums]),
    Bundle(name: "arp", plugins: [.arpeggiator]),
    Bundle(
      name: "others",
      plugins: [
        Plugin(
          uri: "urn:test:long", name: long, maker: "The Makers of Reverbs", lv2Class: "ReverbPlugin",
          ports: [.audioIn, .audioOut]),
        Plugin(uri: "urn:test:tone", name: "Tone", ports: [.audioOut]),
        Plugin(uri: "urn:test:follower", name: "Follower", ports: [.audioIn, .midiIn, .audioOut]),
        Plugin(uri: "urn:test:knob", name: "Knob", ports: [.control]),
      ]),
  ])

  /// The column is last in a pipe, so that those before it stay where scripts know them.
  @Test func channelsAreShown() {
    let lines = machine.aucat("search", "--sort", "name").lines.map { $0.split(separator: "\t").map(String.init) }
    let channels = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0.last) })
    #expect(
      channels == [
        "Great Hall": "2→2", "Black Pearl": "MIDI→2", "Arp": "MIDI→MIDI", Self.long: "1→1", "Tone": "0→1",
        "Follower": "MIDI+1→1", "Knob": "0→0",
      ])
    #expect(machine.aucat("search", "great").text == "Great Hall\tEffect\tÅnn\tEffects, Reverb\t2→2\n")
  }

  @Test func aTableInAPipeIsAlignedAndWhole() {
    let expected = """
      Black Pearl  MIDI→2     Music Device    x42  Drums, Instrument, Sampler
      Arp          MIDI→MIDI  MIDI Processor  Ben  MIDI

      """
    let setting: [String: String?] = ["COLUMNS": "30"]
    let table = machine.aucat(
      "search", "name == Arp or name contains Pearl", "--sort", "-name", "--format", "table", setting: setting)
    #expect(table.text == expected && table.errors == "")
  }

  @Test(
    "what needs a live source is marked for people, since no file goes through it",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func liveOnly() {
    let lines = Screen(machine: Studio.machine, setting: ["COLUMNS": "100"]).lines("search name == Live")
    #expect(lines.contains { $0.hasPrefix("Live (live only) ") }, "\(lines)")
    #expect(Studio.machine.aucat("search", "name == Live").text.hasPrefix("Live\t"))
  }

  /// Tags are cut first. One long name costs neither channels nor the maker: it is cut in its middle.
  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [32, 44, 54, 64, 80, 120])
  func whatMattersMoreIsCutLater(columns: Int) {
    let lines = Screen(machine: machine, setting: ["COLUMNS": "\(columns)"]).lines("search")
    #expect(lines.count == 9 && lines.allSatisfy { $0.count <= columns })
    let long = lines.first { $0.hasPrefix("Early") } ?? ""
    #expect(long.hasPrefix(Self.long) == (columns == 120))
    #expect(columns == 120 || long.contains(#/^Early Reflection .*….*Letters/#), "\(long)")
    #expect(lines.dropLast().dropFirst().allSatisfy { $0.contains("→") == (columns > 32) })
    #expect(lines[0].contains("Manufac") == (columns > 54))
    #expect(lines[0].contains("Tags") == (columns > 64))
    #expect(!lines[0].contains("…"), "\(lines[0])")
    let starts = Set(lines.dropLast().map { $0.split(separator: "  ", maxSplits: 1).count })
    #expect(starts == (columns > 32 ? [2] : [1]))
  }

  /// A path of a bundle that can't be read takes no columns from the others, and its reason is there, whole.
  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [30, 60, 80])
  func whatIsQuarantinedIsBelowTheTable(columns: Int) {
    let path = "lv2/a-bundle-with-a-very-long-name-that-nobody-can-read-on-a-narrow-terminal.lv2"
    machine.folder.write("this is not Turtle <<<", to: path + "/manifest.ttl")
    let screen = Screen(machine: machine, setting: ["COLUMNS": "\(columns)"])
    let lines = screen.lines("search --all --no-pager")
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines.prefix(8) == screen.lines("search --no-pager").prefix(8))
    #expect(lines.last == "7 components, 1 quarantined")
    let below = lines.dropFirst(8).dropLast()
    #expect(below.joined().hasPrefix(machine.folder(path)), "\(below)")
    let words = below.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains(" failed: manifest.ttl: line 1"), "\(below)")
    #expect(screen.lines("search --all bundle contains nobody").last == "1 quarantined")
  }

  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func theCountIsOnATerminalOnly() {
    let screen = Screen(machine: machine)
    #expect(screen.lines("search").last == "7 components")
    #expect(screen.lines("search --limit 2").last == "2 of 7 components")
    #expect(screen.lines("search --limit 2 --sort name").last == "2 of 7 components")
    #expect(screen.lines("search drum").last == "1 component")
    #expect(screen.lines("search --format uri great") == ["urn:test:hall"])
    #expect(machine.aucat("search").lines.count == 7)
    #expect(machine.aucat("search", "--format", "table").lines.count == 7)
  }

  /// A type stands behind the tags, where it is not the usual one. No tag repeats it, or what another tag implies.
  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func tagsSayWhatTheTypeDoesNot() {
    let machine = Machine([
      Bundle(name: "hall", plugins: [.hall]), Bundle(name: "drums", plugins: [.drums]),
      Bundle(
        name: "others",
        plugins: [
          Plugin(uri: "urn:squeeze", name: "Squeeze", lv2Class: "CompressorPlugin"),
          Plugin(uri: "urn:plain", name: "Plain"),
        ]),
    ])
    #expect(
      Screen(machine: machine).lines("search") == [
        "Name         Channels  Manufacturer  Tags",
        "Black Pearl  MIDI→2    x42           Drums, Sampler, Music Device",
        "Great Hall   2→2       Ånn           Reverb", "Plain        2→2       Ben",
        "Squeeze      2→2       Ben           Compressor", "4 components",
      ])
  }

  /// Twelve have the word in their names, and thirty in a parameter.
  private static func echoes() -> Machine {
    let letters = ["A", "B", "C", "D", "E", "F"].flatMap { first in ["a", "e", "i", "o", "u"].map { first + $0 } }
    let good = letters.prefix(12).map { Plugin(uri: "urn:good:\($0)", name: "Echo \($0)q") }
    let ports: [Plugin.Port] = [.audioIn, .audioOut, .named("Echo")]
    let others = letters.map { Plugin(uri: "urn:other:\($0)", name: "Zebra \($0)q", ports: ports) }
    return Machine([Bundle(name: "things", plugins: good + others)])
  }

  @Test(
    "a long list of words ends where good answers end, on a terminal only, and says so",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func goodAnswers() {
    let machine = Self.echoes()
    let screen = Screen(machine: machine)
    let run = screen.text("search echo --no-pager")
    let lines = run.text.linesOnTerminal
    #expect(run.status == 0 && lines.count == 15, "\(lines)")
    #expect(lines.dropFirst().prefix(12).allSatisfy { $0.hasPrefix("Echo ") }, "\(lines)")
    #expect(lines.suffix(2) == ["12 of 42 components", "30 more match less well: --all-matches"], "\(lines)")
    for whole in [
      "echo --all-matches", "echo --all", "echo --limit 99", "echo --sort name",
      "'name contains Echo or parameter.name == Echo'",
    ] {
      let lines = screen.lines("search --no-pager \(whole)".replacing("'", with: "\""))
      #expect(lines.count == 44 && lines.last == "42 components", "\(whole): \(lines.suffix(2))")
    }
    #expect(machine.aucat("search", "echo").lines.count == 42)
    #expect(machine.aucat("search", "--format", "table", "echo").lines.count == 42)
    #expect(machine.aucat("search", "--count", "echo").lines == ["42"])
  }

  @Test(
    "the reason for a match is in a column, or where a row leaves room",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func reasons() {
    let machine = Self.echoes()
    let screen = Screen(machine: machine)
    let lines = screen.lines("search echo --all-matches --no-pager")
    #expect(lines.contains { $0.hasPrefix("Zebra ") && $0.hasSuffix("  (parameter: echo)") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("Echo ") && $0.contains("(") }, "a name shows it: \(lines)")
    #expect(
      screen.lines("search echo aaq --why-column --limit 1 --no-pager").prefix(2) == [
        "Name      Channels  Reason           Manufacturer", "Echo Aaq  2→2       name: echo, aaq  Ben",
      ])
    #expect(
      machine.aucat("search", "zebra", "echo", "--limit", "1", "--why-column").lines
        == ["Zebra Aaq\tEffect\tBen\tEffects\t1→1\tname: zebra; parameter: echo"])
    let wide = Screen(machine: machine, setting: ["COLUMNS": "100"]).lines("search echo --why-column --limit 1")
    #expect(wide.first?.hasSuffix("  Reason      Manufacturer  Tags") == true, "\(wide)")
    for format in [["--json"], ["--format", "csv"], ["--print0"]] {
      machine.aucat(["search", "echo", "--why-column"] + format).expectRefusal(2, saying: "--why-column")
    }
  }

  /// Marks that join the letters before them take no column, as in Hindi.
  @Test(
    .enabled(if: Screen.isThere, "script of util-linux is not installed"),
    arguments: ["hi", "ja", "ko", "he", "ar", "zh_Hans", "ru"])
  func columnsAreAlignedInEveryScript(locale: String) {
    #expect(machine.aucat("scan").status == 0)
    let lines = Screen(machine: machine, setting: ["COLUMNS": "160"]).lines("search --locale \(locale)")
    let heading = lines[0].components(of: "  ")
    #expect(heading.count == 4)
    for column in 1..<4 {
      let places = Set(lines.dropLast().map { $0.place(ofColumn: column) }).subtracting([-1])
      #expect(places.count == 1, "\(locale) \(column): \(lines)")
    }
  }
}

extension String {
  /// What stands between runs of blanks.
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator).filter { !$0.isEmpty }
  }

  /// The terminal's column where a column of the table begins, as the C library counts.
  fileprivate func place(ofColumn column: Int) -> Int {
    let cells = components(of: "  ")
    guard cells.indices.contains(column) else { return -1 }
    return CLibrary.width(of: self[..<cells[column].startIndex])
      + CLibrary.width(of: cells[column].prefix { $0 == " " })
  }
}
