internal import Linux
internal import Glibc

/// The worker's side of the connection: standard input and output are the socket to the scan.
package struct WorkerSession: ~Copyable {
  /// The version of the conversation; both sides have to have the same.
  static let version = 3

  private let socket: FileDescriptor
  private var assembler = Frame.Assembler()

  /// Takes over standard input and output and greets the scan. What anything prints afterwards goes nowhere.
  /// The process ends with the thread that started it.
  package init() {
    CurrentProcess.endWithParent()
    do throws(SystemError) {
      socket = try FileDescriptor(duplicating: BorrowedDescriptor.standardInput)
      let nowhere = try FileDescriptor("/dev/null", for: .readingAndWriting)
      try nowhere.replace(.standardInput)
      try nowhere.replace(.standardOutput)
    } catch {
      _exit(1)
    }
    write(Frame.encode(Self.version))
  }

  /// The next request; nil when the scan has gone or says what no scan says.
  package mutating func nextRequest() -> WorkerRequest? {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      do {
        if let message = try assembler.next() { return try Frame.decode(WorkerRequest.self, from: message) }
      } catch {
        return nil
      }
      guard let count = try? socket.read(into: &buffer), count > 0 else { return nil }
      assembler.append(buffer[0..<count])
    }
  }

  /// Sends a part of the answer. Where the scan has gone, the process ends.
  package func send(_ reply: WorkerReply) { write(Frame.encode(reply)) }

  private func write(_ bytes: [UInt8]) {
    do throws(SystemError) { try socket.writeAll(bytes) } catch { _exit(1) }
  }
}
