internal import Glibc

// SAFETY: memory is only passed on for the duration of a call, with its own count as the bound; nothing keeps its
// address.
extension Descriptor where Self: ~Copyable {
  /// Writes all bytes at the descriptor's position.
  package func writeAll(_ memory: UnsafeRawBufferPointer) throws(SystemError) {
    try all(memory) { Glibc.write(number, $0.baseAddress, $0.count) }
  }

  /// Writes all bytes at the descriptor's position.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { memory throws(SystemError) in try writeAll(UnsafeRawBufferPointer(memory)) }
  }

  /// Writes all bytes at an offset in the file; the descriptor's position stays the same.
  package func writeAll(_ memory: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
    try all(memory) { pwrite(number, $0.baseAddress, $0.count, off_t(offset) + off_t(memory.count - $0.count)) }
  }

  /// Sends all bytes over a socket. If the other end has closed, that is an error, not a signal.
  package func sendAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { memory throws(SystemError) in
      try all(UnsafeRawBufferPointer(memory)) { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
  }

  /// Waits until the disk has everything: `fsync(2)`.
  package func synchronize() throws(SystemError) { try SystemCall.run { fsync(number) } }

  private func all(
    _ memory: UnsafeRawBufferPointer, _ call: (UnsafeRawBufferPointer) -> Int
  ) throws(SystemError) {
    var rest = memory
    while !rest.isEmpty {
      let count = try SystemCall.run { call(rest) }
      // No progress and no error: no file that is opened here does that, but it must not become an endless loop.
      guard count > 0 else { throw SystemError(EIO) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }
}
