internal import ChildProcess
internal import Glibc

/// One worker program that runs, and a socket to talk over.
final class WorkerProcess {
  private let child: ChildProcess
  var process: Int32 { child.process }
  let socket: Int32
  private var assembler = Frame.Assembler()
  private(set) var hasGreeted = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private static let portions = 64
  private static let sendSeconds = 2

  /// Starts the program.
  init(program: String, environment: [String: String]) throws(ScanError) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
      throw ScanError(.system, "no connection to a scan worker: \(String(cString: strerror(errno)))")
    }
    defer { close(pair[1]) }
    socket = pair[0]
    // A request can be larger than the socket's buffer, and a worker may never read it.
    var patience = timeval(tv_sec: Self.sendSeconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        program, descriptors: [pair[1], pair[1]], environment: Self.environment(environment))
    } catch {
      close(pair[0])
      throw ScanError(
        .workerUnusable, "\(program) does not start (\(error.reason)); install it again or set AUCAT_WORKER")
    }
  }

  /// Only what the dynamic loader needs of the environment is handed on, so that a bundle is read the same everywhere. lilv
  /// takes texts in the language of LANG: the catalog holds English, and names in every language, which serd reads.
  private static func environment(_ environment: [String: String]) -> [String: String] {
    environment.filter { $0.key == "LD_LIBRARY_PATH" }.merging(["LC_ALL": "C", "LANG": "en"]) { $1 }
  }

  deinit { close(socket) }

  /// Sends a request; the answer to a worker that has died is its end.
  func send(_ request: WorkerRequest) {
    let bytes = Frame.encode(request)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Takes in what has arrived, in portions: a worker that never stops talking does not keep the scan from its clock.
  ///
  /// - Returns: false at the end of the connection.
  func receive() -> Bool {
    for _ in 0..<Self.portions {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return true }
      guard count > 0 else { return false }
      assembler.append(buffer[0..<count])
      if count < buffer.count { return true }
    }
    return true
  }

  /// The next whole answer. The first message is the worker's greeting, with its version.
  func nextReply() throws(WireReader.Malformed) -> WorkerReply? {
    while let message = try assembler.next() {
      guard hasGreeted else {
        guard try Frame.decode(Int.self, from: message) == WorkerSession.version else {
          throw WireReader.Malformed(what: "it is of another version")
        }
        hasGreeted = true
        continue
      }
      return try Frame.decode(WorkerReply.self, from: message)
    }
    return nil
  }

  /// Ends the program and says how it had ended by itself, if it had.
  func end(within milliseconds: Int = 0) -> ChildEnd { child.end(within: milliseconds) }
}

extension ChildEnd {
  /// The end of a scan worker in words.
  var description: String {
    if let exitStatus { return "the scan worker exited with status \(exitStatus) before its answer ended" }
    guard let signalName else { return "the scan worker gave no valid answer" }
    if peakBytes > ScanLimits.memory / 4 * 3 {
      return "it needs more than \(ScanLimits.memory >> 20) MiB of memory"
    }
    return "reading it ends in \(signalName)"
  }
}
