internal import Linux

/// Nobody reads standard output any more.
struct OutputClosed: Error {}

/// Standard output can't be written.
struct OutputFailure: Error, CustomStringConvertible {
  var error: SystemError
  var description: String {
    "standard output can't be written: \(error); make room or choose another place"
  }
}

/// Standard output: collected and written in large pieces, with every error seen.
package struct Output {
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes what was collected.
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
