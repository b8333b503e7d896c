internal import ComponentModel
internal import Glibc

/// What a child tells its parent on standard output: an object of JSON a line. What anything prints meanwhile goes to standard
/// error.
struct JSONLinesOutput {
  private let output: Int32
  private var buffer: [UInt8] = []
  /// How much is collected before it is sent, in bytes.
  private let limit: Int

  /// Takes standard output.
  ///
  /// - Parameter limit: 0 where each line has to be sent before the next step, which may be the last.
  init(collecting limit: Int = 0) {
    self.limit = limit
    output = dup(1)
    dup2(2, 1)
  }

  /// Tells a line. Where the parent has gone, it ends the process.
  mutating func tell(_ members: (key: String, value: JSON)...) { tell(.object(members)) }

  /// Tells a line. Where the parent has gone, it ends the process.
  mutating func tell(_ line: JSON) {
    line.append(to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > limit { flush() }
  }

  /// Sends what was collected.
  mutating func flush() {
    var sent = 0
    while sent < buffer.count {
      let count = buffer[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { _exit(1) }
      sent += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
