internal import CProcess
internal import Glibc

/// A program that runs for this one, and a file in memory that takes what it prints on standard error.
///
/// It is ended, if it has not ended by itself, when ``end(within:)`` is called.
public final class ChildProcess {
  /// Its number.
  public let process: Int32
  private let diagnostics: Int32
  private let isBounded: Bool
  private let leftBehind: LeftBehind?
  private var ended: ChildEnd?

  /// Why a program does not start.
  public struct Failure: Error, Hashable, Sendable {
    /// The operating system's words.
    public var reason: String

    /// A failure with its reason.
    public init(reason: String) { self.reason = reason }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - descriptors: what the program gets as its descriptors 0, 1 and so on, without 2; nil for nothing.
  ///   - environment: all of its environment.
  ///   - messageLimit: how much of what it prints is kept, in bytes; nil for a program that sees to that itself.
  ///   - endsDescendants: whether all processes that it has started end with it; meanwhile no other thread may start
  ///     a process.
  public init(
    _ program: String, _ arguments: [String] = [], descriptors: [Int32?], environment: [String: String],
    messageLimit: Int? = nil, endsDescendants: Bool = false
  ) throws(Failure) {
    let log =
      messageLimit.map { aucatBoundedMemoryFile("aucat diagnostics", $0) } ?? aucatMemoryFile("aucat diagnostics")
    isBounded = messageLimit != nil
    guard log >= 0 else { throw Failure(reason: "no memory for its messages: \(String(cString: strerror(errno)))") }
    leftBehind = endsDescendants ? LeftBehind() : nil
    let result = spawn(program, arguments, descriptors, log, environment, leadsGroup: endsDescendants)
    guard result.failure == 0 else {
      close(log)
      throw Failure(reason: String(cString: strerror(result.failure)).lowercased())
    }
    process = result.process
    diagnostics = log
  }

  deinit { close(diagnostics) }

  /// Whether it has ended.
  public var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_code != 0
  }

  /// Ends the program and says how it had ended by itself, if it had.
  ///
  /// - Parameter milliseconds: how long it is given for that. A dying process closes its connections a little before the
  ///   operating system tells how it died.
  public func end(within milliseconds: Int = 0) -> ChildEnd {
    if let ended { return ended }
    var status: Int32 = 0
    var usage = rusage()
    var hadEnded = hasEnded
    for _ in 0..<milliseconds where !hadEnded {
      usleep(1_000)
      hadEnded = hasEnded
    }
    // Until it is waited for, its number is no other group's.
    if leftBehind != nil { kill(-process, SIGKILL) }
    if !hadEnded { kill(process, SIGKILL) }
    waitFor(&status, &usage)
    leftBehind?.end()
    let end = ChildEnd(status: hadEnded ? status : nil, peakBytes: Int(usage.ru_maxrss) << 10, lastWords: lastWords)
    ended = end
    return end
  }

  private func waitFor(_ status: inout Int32, _ usage: inout rusage) {
    while wait4(process, &status, 0, &usage) == -1 && errno == EINTR {}
  }

  /// The last line that the program or a library in it printed.
  private var lastWords: String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // A bounded file is as long as it may be from the beginning; both processes share the place where it is written.
    let size = lseek(diagnostics, 0, isBounded ? SEEK_CUR : SEEK_END)
    // What follows in a bounded file was never written.
    let count = pread(diagnostics, &bytes, min(size, bytes.count), max(0, size - bytes.count))
    guard count > 0 else { return "" }
    let lines = String(decoding: bytes[0..<count], as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? ""
  }
}

/// How a program ended.
public struct ChildEnd: Hashable, Sendable {
  /// As of `wait(2)`; nil where it had to be killed.
  public var status: Int32?
  /// The most memory that it held.
  public var peakBytes: Int
  /// What it printed last.
  public var lastWords: String

  /// The signal that ended it, in words; nil where none did.
  public var signalName: String? {
    guard let signal = status.map({ $0 & 0x7F }), signal != 0 else { return nil }
    let name = strsignal(signal).map { String(cString: $0).lowercased() } ?? "unknown"
    return "signal \(signal) (\(name))"
  }

  /// The number that it gave at its end; nil where a signal ended it, or we did.
  public var exitStatus: Int? {
    guard let status, status & 0x7F == 0 else { return nil }
    return Int(status >> 8 & 0xFF)
  }
}

/// Starts a program with default signals: what this process ignores is not what that one would.
private func spawn(
  _ program: String, _ arguments: [String], _ descriptors: [Int32?], _ log: Int32, _ environment: [String: String],
  leadsGroup: Bool
) -> (process: pid_t, failure: Int32) {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, descriptor) in descriptors.enumerated() where number != 2 {
    if let descriptor {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    } else {
      posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
    }
  }
  posix_spawn_file_actions_adddup2(&actions, log, 2)
  aucatCloseFrom(&actions, Int32(max(descriptors.count, 3)))
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigaddset(&signals, SIGPIPE)
  sigaddset(&signals, SIGXFSZ)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)))
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in words + variables { free(pointer) } }
  var process: pid_t = 0
  let failure = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
  return (process, failure)
}

extension ChildProcess {
  /// For a child: it is killed when the thread that started it ends.
  public static func endWithParent() { aucatEndWithParent() }
}
