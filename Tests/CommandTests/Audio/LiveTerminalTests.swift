import Foundation
import TestSupport
import Testing

/// `aucat live` on a terminal, which `script` gives it.
@Suite(.enabled(if: Machine.has("script"), "script of util-linux is not installed"))
struct LiveTerminalTests {
  let studio = Studio()

  /// Runs commands on a terminal whose keys another script types.
  private func terminal(_ commands: String, keys: String, columns: String = "80") -> Child {
    studio.folder.write(commands, to: "commands")
    let run = studio.shell(
      #"""
      \#(Studio.awaiting)
      # Waits until the session shows something.
      shows() { await "$1" screen; }
      (\#(keys)) | timeout -s KILL 60 script -qefc 'sh commands' screen > /dev/null
      echo "status $?"; cat screen
      """#, ["TERM": "xterm", "SHELL": "/bin/sh", "COLUMNS": columns])
    #expect(!run.text.hasPrefix("status 137"), "killed after a minute: a key never came, or had no effect: \(run.text)")
    return run
  }

  private static let live = #""$aucat" live --device null"#

  @Test("a line shows what happens, and q ends the session")
  func line() {
    let run = terminal(
      "stty -g > before; \(Self.live) --through Delay --through 'Gain stereo'; echo $? > status; stty -g > after",
      keys: "shows xruns; printf xq")
    let text = run.text
    #expect(text.contains("live as aucat: 2 in, 2 out, 48000 Hz, 256 frames; q ends it"), "\(text)")
    #expect(
      text.contains(" % · peak silence · xruns ") && text.contains(" · latency 100 frames  Delay | Gain stereo"),
      "\(text)")
    #expect(Child.contents(studio.folder("status")) == Array("0\n".utf8))
    #expect(Child.contents(studio.folder("before")) == Child.contents(studio.folder("after")))
    // The line is taken off at the end.
    let last = text.components(separatedBy: "\r\u{1B}[K").last ?? ""
    #expect(!last.contains("xruns"), "\(last)")
  }

  @Test("the line fits the terminal", arguments: ["20", "33", "60"])
  func width(columns: String) throws {
    let run = terminal(
      "\(Self.live) --through Delay --through 'Gain stereo' --through Delay", keys: "shows ' %'; printf q",
      columns: columns)
    let drawn = run.text.components(separatedBy: "\r\u{1B}[K").filter { $0.contains(" % · ") }
    try #require(!drawn.isEmpty)
    for line in drawn { #expect(CLibrary.width(of: line) < Int(columns) ?? 0, "\(line)") }
  }

  @Test("notices stand above the line")
  func notices() {
    let run = terminal("\(Self.live) --through Loud --through 'Not finite'", keys: "shows muted; printf q")
    let lines = run.text.linesOnTerminal
    #expect(lines.contains { $0.hasPrefix("aucat: Not finite (") && $0.hasSuffix("so it is muted") }, "\(run.text)")
  }

  /// A session whose process is noted, with the terminal's settings before and after it.
  private static let noted = """
    ulimit -c 0; stty -g > before
    sh -c 'echo $$ > pid; exec "$aucat" live --device null --through "Gain stereo"'; echo $? > status
    stty -g > after
    """

  @Test(
    "the terminal is as before after a signal",
    arguments: [("INT", "0"), ("TERM", "0"), ("QUIT", "131"), ("SEGV", "139"), ("ABRT", "134")])
  func signals(signal: String, status: String) {
    let run = terminal(Self.noted, keys: "shows xruns; kill -\(signal) $(cat pid); sleep 1")
    let before = Child.contents(studio.folder("before"))
    #expect(!before.isEmpty && before == Child.contents(studio.folder("after")), "\(run.text)")
    #expect(Child.contents(studio.folder("status")) == Array("\(status)\n".utf8), "\(run.text)")
  }

  @Test("a plugin that crashes leaves the terminal as it was")
  func crash() {
    let run = terminal(
      """
      ulimit -c 0; stty -g > before
      "$aucat" live --device null --isolation none --through 'Crash run'; echo $? > status
      stty -g > after
      """, keys: "sleep 2")
    let before = Child.contents(studio.folder("before"))
    #expect(!before.isEmpty && before == Child.contents(studio.folder("after")), "\(run.text)")
    #expect(Child.contents(studio.folder("status")) != Array("0\n".utf8))
  }

  @Test("a session that is stopped gives the terminal back, and takes it again when it goes on")
  func stop() {
    let run = terminal(
      """
      set -m; stty -g > before
      sh -c 'echo $$ > pid; exec "$aucat" live --device null --through "Gain stereo"'
      stty -g > stopped; mv stopped isStopped
      fg > /dev/null; echo $? > status
      stty -g > after
      """,
      keys: """
        shows xruns; kill -TSTP $(cat pid)
        n=0; until [ -s isStopped ]; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done
        sleep 0.5; printf q
        """)
    let before = Child.contents(studio.folder("before"))
    #expect(!before.isEmpty && before == Child.contents(studio.folder("isStopped")), "\(run.text)")
    #expect(before == Child.contents(studio.folder("after")))
    #expect(Child.contents(studio.folder("status")) == Array("0\n".utf8), "\(run.text)")
  }
}
