internal import Linux

/// Standard error, unbuffered. Write errors are ignored: there is nowhere left to report them.
package enum StandardError {
  /// Writes a text as it is.
  package static func write(_ text: String) {
    var text = text
    // SAFETY: The text outlives the call, which keeps nothing.
    text.withUTF8 { try? BorrowedDescriptor.standardError.writeAll(UnsafeRawBufferPointer($0)) }
  }
}
