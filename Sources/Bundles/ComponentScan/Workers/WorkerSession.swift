internal import Linux

/// The worker's side of the connection: standard input and output are the socket to the scan.
package struct WorkerSession: ~Copyable {
  /// The version of the protocol, which both sides must share.
  static let version = 6

  /// The argument that makes a worker give up the rights of root.
  package static let unprivileged = "--unprivileged"

  private let socket: FileDescriptor
  private var assembler = Frame.Assembler()

  /// Takes standard input as the connection, and greets the scan. Anything printed to standard output afterwards is
  /// discarded. The process is killed when the thread that started it exits.
  package init() {
    CurrentProcess.endWithParent()
    do throws(SystemError) {
      socket = try FileDescriptor(duplicating: BorrowedDescriptor.standardInput)
      let nowhere = try FileDescriptor("/dev/null", for: .readingAndWriting)
      try nowhere.replace(.standardInput)
      try nowhere.replace(.standardOutput)
    } catch {
      CurrentProcess.endAtOnce(status: 1)
    }
    sendBytes(Frame.encode(Self.version))
  }

  /// The next request; nil when the scan has disconnected or sends an invalid request.
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

  /// Sends a part of the answer. Exits if the scan has disconnected.
  package func send(_ reply: WorkerReply) { sendBytes(Frame.encode(reply)) }

  private func sendBytes(_ bytes: [UInt8]) {
    do throws(SystemError) { try socket.writeAll(bytes) } catch { CurrentProcess.endAtOnce(status: 1) }
  }
}
