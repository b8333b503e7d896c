import Glibc
import Linux
import TestSupport
import Testing

/// What is a terminal, and how large.
struct TerminalTests {
  @Test func aTerminalMayTellItsSizeAndWhatIsNoneHasNone() throws {
    for path in ["/dev/null", "/proc/self/status"] {
      let file = try FileDescriptor(path, for: .reading)
      let (isTerminal, size) = (file.isTerminal, file.terminalSize)
      verify(!isTerminal && size == nil, "\(path)")
    }
    guard let terminal = try? FileDescriptor("/dev/ptmx", for: .readingAndWriting) else { return }
    let (isTerminal, untold) = (terminal.isTerminal, terminal.terminalSize)
    verify(isTerminal && untold != nil && untold?.columns == nil && untold?.rows == nil)
    var size = winsize(ws_row: 25, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    let status = ioctl(terminal.number, UInt(TIOCSWINSZ), &size)
    verify(status, equals: 0)
    let told = terminal.terminalSize
    verify(told?.columns == 132 && told?.rows == 25)
  }
}
