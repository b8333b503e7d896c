internal import Glibc

/// An open file, directory, socket or device, by its number.
///
/// Conforming types differ in who closes it: ``FileDescriptor`` does, ``BorrowedDescriptor`` doesn't.
package protocol Descriptor: ~Copyable {
  /// The number that system calls take.
  var number: Int32 { get }
}

/// A descriptor that someone else owns and closes.
package struct BorrowedDescriptor: Descriptor, Hashable, Sendable {
  package let number: Int32

  /// Refers to the descriptor with a number.
  package init(_ number: Int32) { self.number = number }

  package static let standardInput = BorrowedDescriptor(0)
  package static let standardOutput = BorrowedDescriptor(1)
  package static let standardError = BorrowedDescriptor(2)
}

extension Descriptor where Self: ~Copyable {
  /// The position of the next read or write; nil if there are no positions, as in a pipe.
  package var position: Int64? {
    let position = lseek(number, 0, SEEK_CUR)
    return position >= 0 ? Int64(position) : nil
  }

  /// Whether parts of the file can be rewritten: not in a pipe, nor in a file opened for appending.
  package var canRewrite: Bool { position != nil && fcntl(number, F_GETFL) & O_APPEND == 0 }

  /// Makes reading and writing block: `O_NONBLOCK` is cleared.
  package func makeBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }

  /// Duplicates this descriptor to another number, whose former descriptor is closed: `dup2(2)`. Programs that are
  /// started inherit the duplicate.
  package func replace(_ other: BorrowedDescriptor) throws(SystemError) {
    try SystemCall.run { dup2(number, other.number) }
  }
}

extension Descriptor where Self: ~Copyable {
  /// Whether it is a terminal: `isatty(3)`.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The columns and rows of a terminal, each nil if unknown: `TIOCGWINSZ` of `ioctl_tty(2)`. Nil for anything but a
  /// terminal.
  package var terminalSize: (columns: Int?, rows: Int?)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
