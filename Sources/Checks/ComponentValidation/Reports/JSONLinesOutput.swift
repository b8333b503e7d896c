package import ComponentModel
internal import Linux

/// A child's report to its parent: JSON Lines on the original standard output. All other output goes to standard error.
package struct JSONLinesOutput {
  private let output: BorrowedDescriptor
  private var buffer: [UInt8] = []
  /// The exit status of a child whose connection to its parent is closed.
  package static let lostStatus: Int32 = 97
  /// The number of bytes to collect before sending.
  private let limit: Int

  /// Takes over standard output.
  ///
  /// - Parameter limit: 0 if each line must be sent before the next step, which may be the last.
  package init(collecting limit: Int = 0) {
    self.limit = limit
    output = BorrowedDescriptor((try? FileDescriptor(duplicating: BorrowedDescriptor.standardOutput).release()) ?? -1)
    try? BorrowedDescriptor.standardError.replace(.standardOutput)
  }

  /// Reports a line. Exits if the parent has gone.
  package mutating func tell(_ members: (key: String, value: JSON)...) { tell(.object(members)) }

  /// Reports a line. Exits if the parent has gone.
  package mutating func tell(_ line: JSON) {
    line.append(to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > limit { flush() }
  }

  /// Sends the collected lines.
  package mutating func flush() {
    do throws(SystemError) { try output.writeAll(buffer) } catch { CurrentProcess.endAtOnce(status: Self.lostStatus) }
    buffer.removeAll(keepingCapacity: true)
  }
}
