import TestSupport

/// A machine's terminal: what a command prints on one.
struct Screen {
  let machine: Machine
  /// What differs from the terminal's environment.
  var setting: [String: String?] = [:]

  /// Whether there is a program that gives others a terminal.
  static let isThere = Machine.has("script")

  /// Runs a command on the terminal, as a shell reads it, and gives everything that is on it.
  func text(_ command: String) -> Child {
    let standard: [String: String?] = [
      "COLUMNS": "80", "TERM": "xterm", "SHELL": "/bin/sh", "NO_COLOR": "1", "PAGER": nil,
    ]
    return machine.shell(
      #"script -qec '"$aucat" \#(command)' /dev/null </dev/null"#, setting: standard.merging(setting) { $1 })
  }

  /// The lines on the terminal.
  func lines(_ command: String) -> [String] { text(command).text.linesOnTerminal }
}

extension String {
  /// The lines that a terminal shows in the end: what was erased, such as the progress of a scan, is not among them.
  var linesOnTerminal: [String] {
    split(separator: "\r\n").map { line in
      line.ranges(of: "\r\u{1B}[K").last.map { String(line[$0.upperBound...]) } ?? String(line)
    }
  }
}
