import TestSupport
import Testing

/// Lists that are longer than the terminal, and the program that shows them.
@Suite(.enabled(if: Screen.isThere, "script of util-linux is not installed"))
struct PagerTests {
  private let machine = Machine()

  /// A pager that numbers its lines.
  private static let numbering = #"sed "s/^/#/""#

  private func lines(_ command: String, rows: Int? = 5, pager: String? = Self.numbering) -> [String] {
    Screen(machine: machine, setting: ["LINES": rows.map(String.init), "PAGER": pager]).lines(command)
  }

  @Test(arguments: [
    "search", "tags", "keys", "info urn:test:hall", "search --facets", "undo --list", "collection list",
    "collection list Live", "saved list", "similar urn:test:double",
  ])
  func aListThatIsLongerThanTheTerminalIsPaged(command: String) {
    for number in 0..<6 {
      #expect(machine.aucat("saved", "add", "s\(number)", "name == x").status == 0)
      #expect(machine.aucat("collection", "add", "c\(number)").status == 0)
    }
    #expect(machine.aucat(["collection", "add", "Live"] + Plugin.urisByName.prefix(6)).status == 0)
    let whole = lines(command, pager: "")
    #expect(whole.count > 5)
    #expect(lines(command).filter { $0 != "#" } == whole.map { "#" + $0 })
    #expect(lines(command + " --no-pager") == whole)
    #expect(lines(command, rows: 200) == whole)
    #expect(lines(command, rows: nil) == whole, "a terminal that doesn't tell its rows")
    #expect(lines(command, pager: " cat") == whole)
  }

  @Test func theLastRowIsThePrompts() {
    let whole = lines("search", pager: "")
    #expect(lines("search", rows: whole.count + 1) == whole)
    #expect(lines("search", rows: whole.count).first?.hasPrefix("#") == true)
  }

  @Test(arguments: ["search --json", "search --format csv", "search --format uri", "tags --json", "info --json Arp"])
  func whatProgramsReadIsNotPaged(command: String) {
    #expect(lines(command, rows: 2) == lines(command, rows: 2, pager: ""))
  }

  @Test func aPipeAndADumbTerminalAreNotPaged() {
    let setting: [String: String?] = ["LINES": "2", "PAGER": Self.numbering]
    #expect(!machine.aucat("search", setting: setting).text.contains("#"))
    let dumb = Screen(machine: machine, setting: setting.merging(["TERM": "dumb"]) { $1 })
    #expect(!dumb.text("search").text.contains("#"))
  }

  /// Nothing is lost by a pager that is missing, fails, or is killed.
  @Test(arguments: ["no-such-pager", "false", "kill -KILL $$", "/", "exit 3"])
  func aPagerThatFailsLosesNothing(pager: String) {
    let whole = lines("search", pager: "")
    let all = lines("search", pager: pager)
    #expect(all.suffix(whole.count) == whole[...])
    #expect(all.contains { $0.hasPrefix("aucat: the pager `\(pager)` failed") }, "\(all)")
  }

  /// A person who quits has seen enough: no error, and no list after all.
  @Test func aPagerThatDoesNotReadIsNoError() {
    for pager in ["true", "head -n 1"] {
      let run = Screen(machine: machine, setting: ["LINES": "5", "PAGER": pager]).text("search")
      #expect(run.status == 0)
      #expect(run.text.linesOnTerminal.count { !$0.isEmpty } == (pager == "true" ? 0 : 1), "\(run.text)")
    }
  }

  @Test func lessIsThePagerWithoutOne() {
    let whole = lines("search", pager: "")
    // The wrapper shows how the pager is called.
    machine.folder.write("#!/bin/sh\necho \"less $*\"\nexec cat\n", to: "bin/less")
    _ = machine.shell("chmod 755 \"$folder/bin/less\"")
    let path = machine.folder("bin") + ":" + (machine.environment["PATH"] ?? "")
    let screen = Screen(machine: machine, setting: ["LINES": "5", "PAGER": nil, "PATH": path])
    #expect(screen.lines("search") == ["less -FRX"] + whole)
  }

  /// A machine without `less` is no mistake of anyone.
  @Test func aMissingLessIsNoError() {
    #expect(
      machine.shell("mkdir \"$folder/bin\" && ln -s \"$(command -v script)\" \"$(command -v sh)\" \"$folder/bin\"")
        .status == 0)
    let whole = lines("search", pager: "")
    let screen = Screen(machine: machine, setting: ["LINES": "5", "PAGER": nil, "PATH": machine.folder("bin")])
    #expect(screen.lines("search") == whole)
  }
}
