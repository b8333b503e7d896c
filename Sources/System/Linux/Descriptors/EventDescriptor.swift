internal import CLinux
internal import Glibc

/// A descriptor whose owner makes it readable or not: `eventfd(2)`.
package struct EventDescriptor: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Creates a descriptor that isn't readable.
  package init() throws(SystemError) { file = FileDescriptor(owning: try SystemCall.run { aucatEvent() }) }

  /// The descriptor to poll.
  package var number: Int32 { file.number }

  // SAFETY: The memory is only passed on for the duration of a call.

  /// Makes the descriptor readable.
  package func set() {
    var one: UInt64 = 1
    _ = withUnsafeBytes(of: &one) { Glibc.write(file.number, $0.baseAddress, $0.count) }
  }

  /// Makes the descriptor unreadable again.
  package func clear() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { Glibc.read(file.number, $0.baseAddress, $0.count) }
  }
}
