import Foundation
import TestSupport
import Testing

/// What people see: output to a terminal, which `script` gives the program.
@Suite(.enabled(if: Machine.has("script"), "script of util-linux is not installed"))
struct TerminalTests {
  let machine = Machine.withBrokenBundle()

  /// The lines of a command on a terminal.
  private func lines(_ command: String, setting: [String: String?] = [:]) -> [String] {
    let standard: [String: String?] = ["COLUMNS": "60", "NO_COLOR": nil]
    return Screen(machine: machine, setting: standard.merging(setting) { $1 }).lines(command)
  }

  /// The text without colours.
  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9]*m/#, with: "") }

  @Test func columnsAreAlignedUnderAHeaderAndFitTheWidth() throws {
    let lines = lines("search --all --no-pager").map(plain)
    try #require(lines.count > 12)
    #expect(lines.first?.hasPrefix("Name") == true)
    #expect(lines.last == "9 components, 1 quarantined")
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
    #expect(lines.contains { $0.hasSuffix("Drums, Sampler, Music Device") })
  }

  @Test func wideCharactersTakeTwoColumns() {
    machine.install(Bundle(name: "wide", plugins: [Plugin(uri: "urn:test:wide", name: "残響", maker: "e\u{301}")]))
    #expect(machine.aucat("scan").status == 0)
    let found = lines("search \"name == 残響\"").map(plain)
    #expect(
      found == [
        "Name  Channels  Manufacturer  Tags", "残響  2→2       e\u{301}",
        "1 component",
      ])
  }

  @Test func colourIsForTerminalsUnlessSwitchedOff() {
    let table: [(options: String, setting: [String: String?], isColoured: Bool)] = [
      ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["NO_COLOR": ""], true), ("", ["TERM": "dumb"], false),
      ("--color never", [:], false), ("--color always", ["NO_COLOR": "1"], true), ("--color auto", [:], true),
    ]
    for row in table {
      let header = lines("search hall \(row.options)", setting: row.setting).first ?? ""
      #expect(header.hasPrefix("\u{1B}[1m") == row.isColoured, "\(row)")
    }
  }

  @Test func headingsAreInTheCallersLanguage() {
    func headings(_ command: String) -> [[Substring]] {
      lines(command, setting: ["NO_COLOR": "1", "COLUMNS": "120"]).map { $0.split(separator: " ") }
    }
    #expect(headings("search --locale de").first == ["Name", "Kanäle", "Hersteller", "Schlagwörter"])
    #expect(headings("tags --locale de").first == ["Tag", "Anzahl", "Kennung"])
    let facets = headings("search --facets --locale de --no-pager")
    for line in [["Typen"], ["Audiokanäle"], ["Eigene", "Oberfläche"], ["8", "nein"]] as [[Substring]] {
      #expect(facets.contains(line), "\(line): \(facets)")
    }
    let table: [[Substring]] = [
      ["Symbol", "Name", "Vorgabe", "Bereich"], ["Symbol", "Name", "Default", "Range"],
    ]
    #expect(headings("info urn:test:hall --locale de").contains(table[0]))
    #expect(headings("info urn:test:hall --locale en").contains(table[1]))
  }

  @Test(arguments: ["search", "search --all", "tags", "info urn:test:hall", "info urn:test:evil", "scan"])
  func noLineHasTrailingBlanks(command: String) {
    for columns in ["20", "33", "60", "200"] {
      for color in ["always", "never"] {
        let lines = lines("\(command) --color \(color)", setting: ["COLUMNS": columns])
        #expect(!lines.isEmpty)
        #expect(lines.filter { plain($0).hasSuffix(" ") } == [], "\(columns) \(color)")
      }
    }
  }

  /// A worker that does not begin at once, and then reads as ever.
  private func slowWorker() -> [String: String?] {
    machine.folder.write("#!/bin/sh\nsleep 1\nexec '\(Child.products)/aucat-scan-worker'\n", to: "slow-worker")
    chmod(machine.folder("slow-worker"), 0o755)
    return ["AUCAT_WORKER": machine.folder("slow-worker")]
  }

  @Test func aSlowScanShowsABarOnATerminalAndTakesItOff() {
    let setting: [String: String?] = slowWorker().merging(["SHELL": "/bin/sh", "TERM": "xterm"]) { $1 }
    for command in ["scan", "search hall"] {
      let screen = machine.shell(
        #"rm -rf "$HOME/.cache"; script -qec '"$aucat" \#(command)' /dev/null </dev/null"#, setting: setting
      ).text
      let drawn = screen.components(separatedBy: "\r\u{1B}[K")
      #expect(drawn.count > 2 && drawn.dropFirst().dropLast().allSatisfy { $0.hasPrefix("scanning ") }, "\(screen)")
      #expect(drawn.dropFirst().first?.contains("░ 0/9 bundles, 0 components") == true, "\(screen)")
      #expect(drawn.last?.contains("scanning") == false)
    }
  }

  @Test func aSlowScanShowsNoBarInAPipe() {
    let scan = machine.aucat("scan", setting: slowWorker())
    #expect(scan.status == 0 && scan.errors == "" && !scan.text.contains("\u{1B}"))
  }

  @Test func aScanWhoseOutputGoesElsewhereShowsItsBarAllTheSame() {
    let setting: [String: String?] = slowWorker().merging(["SHELL": "/bin/sh", "TERM": "xterm"]) { $1 }
    let screen = machine.shell(
      #"script -qec '"$aucat" scan --json >"$folder/report"' /dev/null </dev/null"#, setting: setting)
    #expect(screen.text.contains("scanning "))
    #expect(throws: Never.self) { try JSONValue(parsing: Child.contents(machine.folder("report"))) }
  }

  @Test(.enabled(if: Machine.has("flock") && Machine.has("timeout"), "flock and timeout are not installed"))
  func aScanThatWaitsForAnotherOneSaysSo() {
    #expect(machine.aucat("scan").status == 0)
    let screen = machine.shell(
      #"""
      exec flock "$HOME/.cache/aucat/catalog.sqlite.scanning" script -qec \
        'timeout --foreground --preserve-status -s INT 2 "$aucat" scan' /dev/null </dev/null
      """#, setting: ["SHELL": "/bin/sh", "TERM": "xterm"])
    #expect(screen.status == 130)
    #expect(screen.text.contains("\r\u{1B}[Kwaiting for another scan\r"), "\(screen.text)")
  }

  @Test func theScanOfAFirstSearchLeavesNothingOnTheScreen() {
    let first = lines("search hall", setting: ["NO_COLOR": "1"])
    #expect(first == lines("search hall", setting: ["NO_COLOR": "1"]))
    #expect(lines("scan").last?.contains("\u{1B}[31mfailed\u{1B}[0m") == true)
  }
}
