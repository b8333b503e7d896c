internal import CProcess
internal import Glibc

/// One worker program that runs: a socket to talk over, and a file in memory that takes what it prints.
final class WorkerProcess {
  let process: pid_t
  let socket: Int32
  private let diagnostics: Int32
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
    let log = aucatMemoryFile("aucat-scan-worker diagnostics")
    defer { close(pair[1]) }
    guard log >= 0 else {
      close(pair[0])
      throw ScanError(.system, "no memory for a scan worker's messages: \(String(cString: strerror(errno)))")
    }
    socket = pair[0]
    // A request can be larger than the socket's buffer, and a worker may never read it.
    var patience = timeval(tv_sec: Self.sendSeconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    diagnostics = log
    process = spawn(program, input: pair[1], log: log, environment: environment)
    guard process > 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      close(pair[0])
      close(log)
      throw ScanError(.workerUnusable, "\(program) does not start (\(reason)); install it again or set AUCAT_WORKER")
    }
  }

  deinit {
    close(socket)
    close(diagnostics)
  }

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
  ///
  /// - Parameter milliseconds: how long it is given for that. A dying process closes its connection a little before the
  ///   operating system tells how it died.
  func end(within milliseconds: Int = 0) -> WorkerEnd {
    var status: Int32 = 0
    var usage = rusage()
    var hadEnded = waitFor(&status, &usage, WNOHANG) == process
    for _ in 0..<milliseconds where !hadEnded {
      usleep(1_000)
      hadEnded = waitFor(&status, &usage, WNOHANG) == process
    }
    if !hadEnded {
      kill(process, SIGKILL)
      _ = waitFor(&status, &usage, 0)
    }
    return WorkerEnd(status: hadEnded ? status : nil, peakBytes: Int(usage.ru_maxrss) << 10, lastWords: lastWords)
  }

  private func waitFor(_ status: inout Int32, _ usage: inout rusage, _ options: Int32) -> pid_t {
    while true {
      let result = wait4(process, &status, options, &usage)
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// The last line that the worker or a library in it printed.
  private var lastWords: String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let size = lseek(diagnostics, 0, SEEK_END)
    let count = pread(diagnostics, &bytes, bytes.count, max(0, size - bytes.count))
    guard count > 0 else { return "" }
    let lines = String(decoding: bytes[0..<count], as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? ""
  }
}

/// How a worker ended.
struct WorkerEnd {
  /// As of `wait(2)`; nil where it had to be killed.
  var status: Int32?
  /// The most memory that it held.
  var peakBytes: Int
  /// What it printed last.
  var lastWords: String

  /// The end in words.
  var description: String {
    guard let status else { return "the scan worker gave no valid answer" }
    let signal = status & 0x7F
    guard signal != 0 else { return "the scan worker exited with status \(status >> 8 & 0xFF) before its answer ended" }
    if peakBytes > ScanLimits.memory / 4 * 3 {
      return "it needs more than \(ScanLimits.memory >> 20) MiB of memory"
    }
    let name = strsignal(signal).map { String(cString: $0).lowercased() } ?? "unknown"
    return "reading it ends in signal \(signal) (\(name))"
  }
}

/// Starts `program` with `input` as its standard input and output and `log` as its standard error.
///
/// Only what the dynamic loader needs of the environment is handed on, so that a bundle is read the same everywhere. lilv
/// takes texts in the language of LANG: the catalog holds English, and names in every language, which serd reads.
private func spawn(_ program: String, input: Int32, log: Int32, environment: [String: String]) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input, 0)
  posix_spawn_file_actions_adddup2(&actions, input, 1)
  posix_spawn_file_actions_adddup2(&actions, log, 2)
  let variables =
    ["LC_ALL=C", "LANG=en"] + environment.filter { $0.key == "LD_LIBRARY_PATH" }.map { "\($0.key)=\($0.value)" }
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
  var values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
  defer { for pointer in arguments + values { free(pointer) } }
  var process: pid_t = 0
  let failure = posix_spawn(&process, program, &actions, nil, &arguments, &values)
  guard failure == 0 else {
    errno = failure
    return -1
  }
  return process
}
