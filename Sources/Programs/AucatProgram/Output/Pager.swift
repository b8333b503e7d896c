internal import AudioComponents
internal import Glibc
internal import Linux

/// The program that shows long text on a terminal, page by page.
struct Pager {
  /// A command line for the shell.
  private let command: String
  /// Whether `PAGER` is set.
  private let isNamed: Bool
  private let environment: [String: String]

  /// The command of `PAGER`, or `less -FRX`.
  ///
  /// - Returns: nil if `PAGER` is empty or `cat`, which don't page.
  init?(_ environment: [String: String]) {
    // If `less` is missing but nobody has asked for it, that isn't an error.
    command = environment["PAGER"] ?? "command -v less >/dev/null || exit 1; exec less -FRX"
    isNamed = environment["PAGER"] != nil
    // In the C locale less would print the bytes of names.
    self.environment = environment.merging(["LESSCHARSET": "utf-8"]) { own, _ in own }
    let program = command.drop { $0 == " " }
    if program.isEmpty || program == "cat" { return nil }
  }

  /// Whether a text has more lines than a terminal that supports paging.
  static func isNeeded(for text: String, on terminal: Terminal) -> Bool {
    guard let height = terminal.height, !terminal.isDumb else { return false }
    var rows = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      rows += max(1, (DisplayWidth.of(Terminal.withoutColor(line)) + terminal.width - 1) / terminal.width)
      // The shell's prompt needs a row.
      if rows >= height { return true }
    }
    return false
  }

  /// Shows a text, and waits for the pager to exit.
  ///
  /// - Returns: false if the pager is missing or has failed, so that the text may not have been shown.
  func shows(_ text: String) -> Bool {
    do throws(SystemError) {
      let pager = try FedProcess("/bin/sh", arguments: ["-c", command], environment: environment)
      // Control-C belongs to the pager, as long as it runs.
      let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
      defer { for (number, handler) in before { signal(number, handler) } }
      let end = pager.end(after: Array(text.utf8))
      return end.exitStatus == 0 || end.signal == SIGINT
    } catch {
      return false
    }
  }

  /// The message that the pager has failed; nil if `PAGER` is not set.
  var problem: String? {
    isNamed ? "the pager `\(command)` failed; set PAGER to another, or use --no-pager" : nil
  }
}

extension Session {
  /// A table with headings in the user's language.
  package func table(_ columns: [String], _ rows: [[String]]) -> String {
    var table = Table(header: columns.map(manager.columnTitle))
    table.rows = rows
    return table.text(terminal)
  }

  /// Writes a text for people to standard output; through a pager if it is longer than the terminal.
  package func show(_ text: String, isPaged: Bool = true) throws {
    if isPaged, !isUnpaged, Pager.isNeeded(for: text, on: terminal), let pager = Pager(Configuration.processEnvironment)
    {
      if pager.shows(text) { return }
      if let problem = pager.problem { warn(problem) }
    }
    try Output.print(text)
  }
}

extension ComponentManager {
  /// The heading of a column in the user's language.
  package func columnTitle(_ column: String) -> String { localizedText(column, in: .columns) }
}
