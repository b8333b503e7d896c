internal import Glibc

extension Descriptor where Self: ~Copyable {
  /// Whether it is a terminal: `isatty(3)`.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// How many characters a terminal shows, each nil if it doesn't tell: `TIOCGWINSZ` of `ioctl_tty(2)`. Nil for what is
  /// no terminal.
  package var terminalSize: (columns: Int?, rows: Int?)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
