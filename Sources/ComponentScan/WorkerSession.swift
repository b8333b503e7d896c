internal import CProcess
internal import Glibc

/// The worker's side of the connection: standard input and output are the socket to the scan.
public struct WorkerSession: ~Copyable {
  /// The version of the conversation; both sides have to have the same.
  static let version = 2

  private let socket: Int32
  private var assembler = Frame.Assembler()

  /// Takes over standard input and output and greets the scan. What anything prints afterwards goes nowhere.
  /// The process ends with the thread that started it.
  public init() {
    aucatEndWithParent()
    socket = dup(0)
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nowhere, 0)
    dup2(nowhere, 1)
    close(nowhere)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    Self.write(Frame.encode(Self.version), to: socket)
  }

  /// The next request; nil when the scan has gone or says what no scan says.
  public mutating func nextRequest() -> WorkerRequest? {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      do {
        if let message = try assembler.next() { return try Frame.decode(WorkerRequest.self, from: message) }
      } catch {
        return nil
      }
      let count = read(socket, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      assembler.append(buffer[0..<count])
    }
  }

  /// Sends a part of the answer. Where the scan has gone, the process ends.
  public func send(_ reply: WorkerReply) { Self.write(Frame.encode(reply), to: socket) }

  private static func write(_ bytes: [UInt8], to socket: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(socket, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { _exit(1) }
      sent += count
    }
  }
}
