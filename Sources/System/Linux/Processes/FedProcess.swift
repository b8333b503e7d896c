internal import Glibc

/// A program that reads from this process, and shares its standard output and standard error, such as a pager.
package struct FedProcess: ~Copyable {
  private let process: pid_t
  private var input: FileDescriptor

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: the arguments after its name.
  ///   - environment: its whole environment.
  package init(_ program: String, arguments: [String], environment: [String: String]) throws(SystemError) {
    let ends = try SystemCall.filling([-1, -1] as [Int32]) { pipe(&$0) }
    let output = FileDescriptor(owning: ends[0])
    let input = FileDescriptor(owning: ends[1])
    // It must not inherit the writing end, which would keep it waiting for more: `SpawnCommand` closes descriptors that
    // it doesn't pass on.
    let command = SpawnCommand(
      program: program, arguments: arguments, environment: environment,
      descriptors: [output.number, BorrowedDescriptor.standardOutput.number])
    let process = try command.spawn(log: BorrowedDescriptor.standardError)
    try output.close()
    self.process = process
    self.input = input
  }

  /// Writes all bytes for it to read, closes its input and waits until it ends. What it doesn't read is dropped;
  /// writing that raises `SIGPIPE`, unless the signal is ignored.
  ///
  /// - Returns: how it ended.
  package consuming func end(after bytes: [UInt8]) -> ChildEnd {
    try? input.writeAll(bytes)
    input = FileDescriptor(owning: -1)
    var status: Int32 = 0
    let isKnown = (try? SystemCall.run { waitpid(process, &status, 0) }) != nil
    return ChildEnd(status: isKnown ? status : nil, lastWords: "", isUnknown: !isKnown)
  }
}
