internal import Linux

/// The reader of standard output has gone.
package struct OutputClosed: Error {
  package init() {}
}

/// Standard output can't be written.
struct OutputFailure: Error, CustomStringConvertible {
  var error: SystemError
  var description: String {
    "standard output can't be written: \(error); make room or choose another place"
  }
}

/// Standard output, buffered, with every error reported.
package struct Output {
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes the buffer.
  package mutating func finish() throws {
    do throws(SystemError) {
      try BorrowedDescriptor.standardOutput.writeAll(bytes)
    } catch {
      if error.isBrokenPipe { throw OutputClosed() }
      throw OutputFailure(error: error)
    }
    bytes = []
  }
}
