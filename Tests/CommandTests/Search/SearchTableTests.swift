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

  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [80, 64, 54, 120])
  func namesStayWholeAndTagsAreCutFirst(columns: Int) {
    let lines = Screen(machine: machine, setting: ["COLUMNS": "\(columns)"]).lines("search")
    #expect(lines.count == 9)
    #expect(lines.contains { $0.hasPrefix(Self.long) })
    #expect(lines.dropLast().dropFirst().allSatisfy { $0.contains("→") == (columns > 54) })
    #expect(lines.contains { $0.contains("The Makers of Reverbs") } == (columns == 120))
    #expect(lines[0].contains("Tags") == (columns == 120))
    let starts = Set(lines.dropLast().map { $0.split(separator: "  ", maxSplits: 1).count })
    #expect(starts == (columns > 54 ? [2] : [1]))
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

  /// Marks that join the letters before them take no column, as in Hindi.
  @Test(
    .enabled(if: Screen.isThere, "script of util-linux is not installed"),
    arguments: ["hi", "ja", "ko", "he", "ar", "zh_Hans", "ru"])
  func columnsAreAlignedInEveryScript(locale: String) {
    #expect(machine.aucat("scan").status == 0)
    let lines = Screen(machine: machine, setting: ["COLUMNS": "160"]).lines("search --locale \(locale)")
    let heading = lines[0].components(of: "  ")
    #expect(heading.count == 5)
    for column in 1..<5 {
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
