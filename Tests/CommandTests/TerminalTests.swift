import TestSupport
import Testing

/// What people see: output to a terminal, which `script` gives the program.
@Suite(.enabled(if: Machine.has("script"), "script of util-linux is not installed"))
struct TerminalTests {
  let machine = Machine.withBrokenBundle()

  /// The lines of a command on a terminal.
  private func lines(_ command: String, setting: [String: String?] = [:]) -> [String] {
    let standard: [String: String?] = ["COLUMNS": "60", "TERM": "xterm", "SHELL": "/bin/sh"]
    let run = machine.shell(
      #"script -qec '"$aucat" \#(command)' /dev/null </dev/null"#, setting: standard.merging(setting) { $1 })
    return run.text.split(separator: "\r\n").map(String.init)
  }

  /// The text without colours.
  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9]*m/#, with: "") }

  @Test func columnsAreAlignedUnderAHeaderAndFitTheWidth() throws {
    let lines = lines("search --all").map(plain)
    try #require(lines.count == 11)
    #expect(lines.first == "Name            Type            Manufacturer  Tags")
    #expect(lines.contains("Arp             MIDI Processor  Ben           MIDI"))
    #expect(lines.contains("Black Pearl     Music Device    x42           Drums, Instru…"))
    #expect(lines.contains("Éclair          Music Device    Ben           Instrument"))
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
  }

  @Test(arguments: [20, 24, 30, 45, 60, 80, 200])
  func noLineIsWiderThanTheTerminal(columns: Int) {
    for command in ["search", "search --all", "tags"] {
      let widest = lines(command, setting: ["COLUMNS": "\(columns)"]).map { plain($0).count }.max() ?? 0
      #expect(widest > 0 && widest <= columns, "\(command)")
    }
  }

  @Test func aWideTerminalCutsNothing() {
    let lines = lines("search", setting: ["COLUMNS": "200"])
    #expect(!lines.joined().contains("…"))
    #expect(lines.contains { $0.hasSuffix("Drums, Instrument, Sampler") })
  }

  @Test func wideCharactersTakeTwoColumns() {
    machine.install(Bundle(name: "wide", plugins: [Plugin(uri: "urn:test:wide", name: "残響", maker: "e\u{301}")]))
    #expect(machine.aucat("scan").status == 0)
    #expect(lines("search \"name == 残響\"").last == "残響  Effect  e\u{301}             Effects")
  }

  @Test func colourIsForTerminalsUnlessNobodyWantsIt() {
    let table: [(options: String, setting: [String: String?], isColoured: Bool)] = [
      ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["NO_COLOR": ""], true), ("", ["TERM": "dumb"], false),
      ("--color never", [:], false), ("--color always", ["NO_COLOR": "1"], true), ("--color auto", [:], true),
    ]
    for row in table {
      let header = lines("search hall \(row.options)", setting: row.setting).first ?? ""
      #expect(header.hasPrefix("\u{1B}[1m") == row.isColoured, "\(row)")
    }
  }

  @Test func theScanOfAFirstSearchLeavesNothingOnTheScreen() {
    let first = lines("search hall", setting: ["NO_COLOR": "1"])
    #expect(first == lines("search hall", setting: ["NO_COLOR": "1"]))
    #expect(lines("scan").last?.contains("\u{1B}[31mfailed\u{1B}[0m") == true)
  }
}
