internal import CLinux
internal import Glibc

/// A descriptor that is readable or not, as its owner says: `eventfd(2)`.
package struct EventDescriptor: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// A descriptor that is not readable.
  package init() throws(SystemError) { file = FileDescriptor(owning: try SystemCall.run { aucatEvent() }) }

  /// What is waited for.
  package var number: Int32 { file.number }

  // SAFETY: The memory is passed on for the length of a call only.

  /// Makes the descriptor readable.
  package func set() {
    var one: UInt64 = 1
    _ = withUnsafeBytes(of: &one) { Glibc.write(file.number, $0.baseAddress, $0.count) }
  }

  /// Makes it not readable.
  package func clear() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { Glibc.read(file.number, $0.baseAddress, $0.count) }
  }
}
