internal import ComponentModel
internal import Glibc
internal import Linux

/// What a child tells its parent on standard output: an object of JSON a line. What anything prints meanwhile goes to
/// standard error.
struct JSONLinesOutput {
  private let output: BorrowedDescriptor
  private var buffer: [UInt8] = []
  /// How much is collected before it is sent, in bytes.
  private let limit: Int

  /// Takes standard output.
  ///
  /// - Parameter limit: 0 if each line has to be sent before the next step, which may be the last.
  init(collecting limit: Int = 0) {
    self.limit = limit
    output = BorrowedDescriptor(dup(1))
    try? BorrowedDescriptor.standardError.replace(.standardOutput)
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
    do throws(SystemError) { try output.writeAll(buffer) } catch { _exit(1) }
    buffer.removeAll(keepingCapacity: true)
  }
}
