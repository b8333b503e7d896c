import Foundation
import TestSupport
import Testing

/// `aucat live` and `aucat play` on a terminal, which `script` gives them.
@Suite(.enabled(if: Machine.has("script"), "script of util-linux is not installed"))
struct LiveTerminalTests {
  private let studio = Studio()

  /// Runs commands on a terminal whose keys a script types; checks that they leave the terminal as it was, and the
  /// status that they write into a file.
  ///
  /// - Returns: everything that is on the terminal.
  @discardableResult
  private func terminal(_ commands: String, keys: String, status: Int, columns: Int = 80) -> String {
    studio.folder.write("ulimit -c 0; stty -g > before; \(commands); stty -g > after", to: "commands")
    let run = studio.shell(
      #"""
      \#(Studio.awaiting)
      # Waits until the session shows something.
      shows() { await "$1" screen; }
      (\#(keys)) | timeout -s KILL 60 script -qefc 'sh commands' screen > /dev/null
      [ $? != 137 ] || echo "killed after a minute: a key never came, or had no effect"
      cat status; [ -s before ] || echo "no settings"; cmp before after; [ ! -e stopped ] || cmp before stopped
      echo; cat screen
      """#, ["TERM": "xterm", "SHELL": "/bin/sh", "COLUMNS": "\(columns)", "XDG_RUNTIME_DIR": studio.folder.path])
    verify(run.text.hasPrefix("\(status)\n\n"), "\(run)")
    return run.text
  }

  /// A session with its process in a file, as a command.
  private static func live(_ words: String) -> String {
    #"sh -c 'echo $$ > pid; exec "$aucat" live --device null \#(words)'; echo $? > status"#
  }

  @Test(
    "a line shows what happens and fits the terminal, notices stand above it, and q ends the session",
    arguments: [20, 33, 80])
  func line(columns: Int) {
    let text = terminal(
      Self.live(#"--through Delay --through "Not finite""#), keys: "shows muted; shows ' %'; printf xq", status: 0,
      columns: columns)
    let drawn = text.components(separatedBy: "\r\u{1B}[K").filter { $0.contains(" % · ") }
    verify(!drawn.isEmpty && drawn.allSatisfy { CLibrary.width(of: $0) < columns }, "\(drawn)")
    let lines = text.linesOnTerminal
    verify(lines.contains { $0.hasPrefix("aucat: Not finite (") && $0.hasSuffix("so it is muted") }, "\(text)")
    // The first line follows what `script` writes at the beginning of its file.
    verify(
      lines.contains { $0.hasSuffix("aucat: live as aucat: 2 in, 2 out, 48000 Hz, 256 frames; q ends it") }, "\(text)")
    verify(!lines.contains { $0.contains(" % · ") }, "the line is taken off at the end: \(text)")
    guard columns == 80 else { return }
    verify(text.contains(" % · peak silence · xruns "), "\(text)")
    verify(text.contains(" · latency 100 frames  Delay | Not finite"), "\(text)")
  }

  @Test(
    "the terminal is as before after a signal, and after a plugin that crashes",
    arguments: [("INT", 0), ("TERM", 0), ("QUIT", 131), ("SEGV", 139), ("ABRT", 134), ("", 139)])
  func signals(signal: String, status: Int) {
    if signal.isEmpty {
      terminal(Self.live(#"--isolation none --through "Crash in run""#), keys: "shows SIGSEGV", status: status)
    } else {
      terminal(
        Self.live(#"--through "Gain stereo""#), keys: "shows xruns; kill -\(signal) $(cat pid); sleep 1",
        status: status)
    }
  }

  @Test("a session that is stopped gives the terminal back, and takes it again when it goes on")
  func stop() {
    terminal(
      """
      set -m; \(Self.live(#"--through "Gain stereo""#)); stty -g > now; mv now stopped; fg > /dev/null; echo $? > status
      """,
      keys: "shows xruns; kill -TSTP $(cat pid); await . stopped; sleep 0.5; printf q",
      status: 0)
  }

  @Test("a session on a terminal that is stopped with Control-S answers, and ends when it is told")
  func heldTerminal() {
    let text = terminal(
      Self.live(#"--through "Gain stereo""#),
      keys: #"""
        shows xruns; printf '\023'; sleep 0.5; timeout 20 "$aucat" live send set 1 gain 0.5 > answer
        kill -TERM $(cat pid); await . status; printf '\021'; await . after
        """#, status: 0)
    verify(text.contains("live as aucat"))
    verify(Child.contents(studio.folder("answer")) == Array("1 Gain stereo: Gain 0.5\n".utf8))
  }

  @Test("a line shows the position of what is played; keys pause, skip, move and end it")
  func keys() {
    let text = terminal(
      #""$aucat" play tone:440,seconds=60 tone:880,seconds=60 --device null; echo $? > status"#,
      keys: #"""
        shows 'playing 0:00:00.[1-9]'; printf ' '; shows 'paused 0:00'; printf ' \033[C'
        shows 'playing 0:00:0[5-9]'; printf n; shows 'of 0:01:00.000  tone:880'; printf q
        """#, status: 0)
    verify(text.contains("aucat: playing tone:880,seconds=60, 0:01:00.000"), "\(text)")
  }
}
