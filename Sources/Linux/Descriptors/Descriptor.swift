internal import Glibc

/// An open file, directory, socket or device, by its number.
///
/// Conforming types say who closes it: ``FileDescriptor`` does, ``BorrowedDescriptor`` doesn't.
package protocol Descriptor: ~Copyable {
  /// The number that system calls take.
  var number: Int32 { get }
}

/// A descriptor that someone else owns and closes.
package struct BorrowedDescriptor: Descriptor, Hashable, Sendable {
  package let number: Int32

  /// The descriptor with a number.
  package init(_ number: Int32) { self.number = number }

  package static let standardInput = BorrowedDescriptor(0)
  package static let standardOutput = BorrowedDescriptor(1)
  package static let standardError = BorrowedDescriptor(2)
}
