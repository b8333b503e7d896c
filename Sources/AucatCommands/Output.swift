internal import Glibc

/// Nobody reads standard output any more.
struct OutputClosed: Error {}

/// Standard output can't be written.
struct OutputFailure: Error, CustomStringConvertible {
  var code: Int32
  var description: String {
    "standard output can't be written: \(String(cString: strerror(code))); make room or choose another place"
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
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EPIPE { throw OutputClosed() }
      guard count > 0 else { throw OutputFailure(code: errno) }
      sent += count
    }
    bytes = []
  }
}
