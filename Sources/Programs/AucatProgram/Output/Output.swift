package import AudioComponents
internal import Linux

/// The reader of standard output has gone.
package struct OutputClosed: Error {
  package init() {}
}

/// Standard output can't be written.
package struct OutputFailure: Error, CustomStringConvertible {
  let error: SystemError
  /// The reason and the remedy.
  package var description: String {
    "standard output can't be written: \(error); make room or choose another place"
  }
}

/// Standard output, with every error reported.
package enum Output {
  /// Writes a text to standard output.
  package static func print(_ text: String) throws { try print(Array(text.utf8)) }

  /// Writes bytes to standard output.
  package static func print(_ bytes: [UInt8]) throws {
    do throws(SystemError) {
      if try BackgroundOutput.print(bytes) { return }
      try BorrowedDescriptor.standardOutput.writeAll(bytes)
    } catch {
      throw failure(error)
    }
  }

  /// Why standard output can't be written although ``print(_:)`` has thrown nothing, since ``BackgroundOutput`` writes it.
  package static var failure: (any Error)? { BackgroundOutput.error.map(failure) }

  private static func failure(_ error: SystemError) -> any Error {
    error.isBrokenPipe ? OutputClosed() : OutputFailure(error: error)
  }
}

extension JSON {
  /// An array with each element on a line of its own, followed by a line break.
  package static func lines(_ elements: [JSON]) -> String {
    "[" + elements.map { "\n" + $0.encoded }.joined(separator: ",") + "\n]\n"
  }
}
