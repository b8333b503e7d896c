internal import Linux

/// When to colour output.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// The terminals that standard output and standard error are connected to.
package struct Terminal {
  /// Whether standard output is a terminal.
  package let isInteractive: Bool
  /// Whether standard error, where progress is shown, is a terminal.
  package let showsProgress: Bool
  /// Whether output is coloured.
  package let hasColor: Bool
  /// Columns of the terminal.
  package let width: Int
  /// Rows of the terminal; nil if standard output isn't a terminal, or its size is unknown.
  let height: Int?
  /// Whether it has no cursor control (`TERM=dumb`).
  package let isDumb: Bool

  package init(environment: [String: String], color: ColorChoice) {
    isInteractive = BorrowedDescriptor.standardOutput.isTerminal
    showsProgress = BorrowedDescriptor.standardError.isTerminal
    isDumb = environment["TERM"] == "dumb"
    let wantsNone = isDumb || environment["NO_COLOR"]?.isEmpty == false
    hasColor = color == .always || (color == .auto && isInteractive && !wantsNone)
    let size = BorrowedDescriptor.standardOutput.terminalSize
    width = max(20, Self.number(environment["COLUMNS"]) ?? size?.columns ?? 80)
    height = isInteractive ? Self.number(environment["LINES"]) ?? size?.rows : nil
  }

  package func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  package func dim(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  package func red(_ text: String) -> String { hasColor ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  package func yellow(_ text: String) -> String { hasColor ? "\u{1B}[33m\(text)\u{1B}[0m" : text }

  /// The visible text of a line from ``bold(_:)`` and the like.
  static func withoutColor(_ line: Substring) -> String {
    guard line.contains("\u{1B}") else { return String(line) }
    let parts = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += $1.drop { $0 != "m" }.dropFirst() }
  }

  private static func number(_ text: String?) -> Int? { text.flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } }
}
