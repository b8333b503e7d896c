import Foundation
import TestSupport
import Testing

/// The scripts for shells, in the shells themselves; with `AUCAT_INSTALLED=PREFIX`, those of an installation.
struct CompletionScriptTests {
  private let machine: Machine

  /// What is typed, `⇥` for the key, and the line that is there then.
  private static let table: [(typed: String, line: String)] = [
    ("aucat sear⇥", "aucat search "),
    ("aucat search --form⇥js⇥", "aucat search --format json"),
    ("aucat search --format=js⇥", "aucat search --format=json"),
    ("aucat info Gre⇥", #"aucat info Great\ Hall "#),
    ("aucat info \"gre⇥", "aucat info \"Great Hall\" "),
    ("aucat info 'Great H⇥", "aucat info 'Great Hall' "),
    ("aucat search \"tag cont⇥Rev⇥", "aucat search \"tag contains Reverb\" "),
    ("aucat search 'tag == Rev⇥", "aucat search 'tag == Reverb' "),
    ("aucat search tag:Rev⇥", "aucat search tag:Reverb "),
    ("aucat search 'userTag == My⇥", #"aucat search 'userTag == "My Tag"' "#),
    ("aucat search 'userTag == \"My⇥", #"aucat search 'userTag == "My Tag"' "#),
    ("aucat search userTag == My⇥", #"aucat search userTag == My\ Tag "#),
    ("aucat --locale⇥", "aucat --locale"),
    ("aucat search --locale de tag:Hal⇥", "aucat search --locale de tag:Hall "),
    ("aucat tag list Éc⇥", "aucat tag list Éclair "),
    ("aucat peak so⇥", #"aucat peak song\ one.wav "#),
    ("aucat render a b --through Great\\ H⇥--set p⇥", #"aucat render a b --through Great\ Hall --set port_4="#),
    ("aucat collection list Li⇥", "aucat collection list Live "),
    ("aucat saved remove dr⇥", "aucat saved remove drums "),
  ]

  init() {
    machine = Machine()
    machine.aucat("tag", "add", "Great Hall", "My Tag").expectDone()
    machine.aucat("collection", "add", "Live", "Great Hall").expectDone()
    machine.aucat("saved", "add", "drums", "tag contains drum").expectDone()
    machine.folder.write("", to: "song one.wav")
    machine.shell("mkdir \"$folder/bin\" && ln -s '\(InstalledFiles.program)' \"$folder/bin/aucat\"").expectDone()
  }

  /// What a shell does first. Its terminal must keep keys until the editor reads them; then there is the file `ready`.
  private static let (beginning, end) = ("stty -icanon -echo\n", "\n: >ready\n")

  /// Types each line in a shell that runs on a terminal, and reads it from the shell's editor, which ^T writes to a file.
  private func lines(_ shell: String) -> [String] {
    let keys = Self.table.map { $0.typed.replacing("⇥", with: "\t") + "\u{14}\u{15}" }
    machine.folder.write(keys.joined() + "exit\n", to: "keys")
    machine.folder.write("", to: "lines")
    let run = machine.shell(
      """
      cd "$folder"
      { for attempt in $(seq 600); do [ -e ready ] && break; sleep 0.05; done; cat keys; } |
        script -qec '\(shell)' /dev/null >/dev/null
      """,
      setting: [
        "PATH": machine.folder("bin") + ":/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8",
        "ZDOTDIR": machine.folder.path, "INPUTRC": "/dev/null", "SHELL": "/bin/sh",
      ])
    verify(run.status, equals: 0, "\(run)")
    let text = String(decoding: Child.contents(machine.folder("lines")), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func check(_ lines: [String]) {
    verify(lines.count, equals: Self.table.count)
    for (row, line) in zip(Self.table, lines) { verify(line, equals: row.line, "\(row.typed)") }
  }

  @Test("bash", .enabled(if: Screen.isThere, "script of util-linux is not installed")) func bash() {
    machine.folder.write(
      Self.beginning + """
        . '\(InstalledFiles.bash)'
        bind -x '"\\C-t": printf "%s\\n" "$READLINE_LINE" >>lines'
        """ + Self.end, to: "rc")
    check(lines("bash --noprofile --rcfile rc -i"))
  }

  @Test(
    "zsh", .enabled(if: Machine.has("zsh"), "zsh is not installed"),
    .enabled(if: Screen.isThere, "script of util-linux is not installed")
  ) func zsh() {
    machine.folder.write(
      Self.beginning + """
        fpath=('\(InstalledFiles.zsh)' $fpath)
        autoload -U compinit
        compinit -u -D
        show() { print -r -- "$BUFFER" >>lines }
        zle -N show
        bindkey '^T' show
        bindkey '^U' kill-whole-line
        """ + Self.end, to: ".zshrc")
    check(lines("zsh -d -i"))
  }

  @Test("fish", .enabled(if: Machine.has("fish"), "fish is not installed")) func fish() {
    func completed(_ line: String) -> [String] {
      machine.folder.write("source '\(InstalledFiles.fish)'\ncomplete -C \(line)\n", to: "completion.fish")
      let run = machine.shell(
        "cd \"$folder\" && fish --no-config completion.fish",
        setting: ["PATH": machine.folder("bin") + ":/usr/bin:/bin", "LANG": "C.UTF-8"])
      verify(run.status == 0 && run.errors == "", "\(line): \(run)")
      return run.lines.map { String($0.prefix { $0 != "\t" }) }
    }
    verify(completed("'aucat sear'"), equals: ["search"])
    verify(completed("'aucat info gre'") == ["Great Hall"] && completed("'aucat info \"Great H'") == ["Great Hall"])
    verify(completed("'aucat info Great\\\\ H'"), equals: ["Great Hall"])
    verify(completed("'aucat search \"tag cont'"), equals: ["tag contains ", "tag contains …"])
    verify(completed("'aucat search \"tag contains Rev'"), equals: ["tag contains Reverb"])
    verify(completed("'aucat search userTag == My'"), equals: ["My Tag"])
    verify(completed("'aucat peak so'"), equals: ["song one.wav"])
    verify(completed("'aucat saved remove '"), equals: ["drums"])
  }
}
