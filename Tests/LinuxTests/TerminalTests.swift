import Glibc
import Linux
import TestSupport
import Testing

/// What is a terminal, and how large.
@Suite struct TerminalTests {
  @Test func aTerminalHasASize() {
    guard let terminal = try? FileDescriptor("/dev/ptmx", for: .readingAndWriting) else { return }
    let isTerminal = terminal.isTerminal
    #expect(isTerminal)
    var size = winsize(ws_row: 25, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    let status = ioctl(terminal.number, UInt(TIOCSWINSZ), &size)
    #expect(status == 0)
    let told = terminal.terminalSize
    #expect(told?.columns == 132 && told?.rows == 25)
  }

  @Test func aTerminalMayNotTellItsSize() {
    guard let terminal = try? FileDescriptor("/dev/ptmx", for: .readingAndWriting) else { return }
    let told = terminal.terminalSize
    #expect(told != nil && told?.columns == nil && told?.rows == nil)
  }

  @Test(arguments: ["/dev/null", "/proc/self/status"])
  func whatIsNoTerminalHasNone(path: String) throws {
    let file = try FileDescriptor(path, for: .reading)
    let (isTerminal, size) = (file.isTerminal, file.terminalSize)
    #expect(!isTerminal && size == nil)
  }
}
