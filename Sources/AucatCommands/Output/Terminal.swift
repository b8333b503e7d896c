internal import Glibc

/// When to colour output.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// What standard output and standard error are connected to.
package struct Terminal {
  /// Whether standard output is a terminal.
  package let isInteractive: Bool
  /// Whether standard error, where progress is shown, is a terminal.
  package let showsProgress: Bool
  /// Whether output is coloured.
  package let hasColor: Bool
  /// Columns of the terminal.
  package let width: Int

  init(environment: [String: String], color: ColorChoice) {
    isInteractive = isatty(1) == 1
    showsProgress = isatty(2) == 1
    let isDumb = environment["TERM"] == "dumb" || environment["NO_COLOR"]?.isEmpty == false
    hasColor = color == .always || (color == .auto && isInteractive && !isDumb)
    width = Self.width(environment)
  }

  package func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  package func dim(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  package func red(_ text: String) -> String { hasColor ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  package func yellow(_ text: String) -> String { hasColor ? "\u{1B}[33m\(text)\u{1B}[0m" : text }

  private static func width(_ environment: [String: String]) -> Int {
    if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return max(20, columns) }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(20, Int(size.ws_col))
  }
}
