internal import CLinux
internal import Glibc

/// A program that runs for this one. What it prints on standard error goes to a file in memory.
///
/// If it has not exited by itself, ``end(within:)`` kills it.
package final class ChildProcess {
  /// The child's process identifier.
  package let process: Int32
  private let log: FileDescriptor
  private let isLogBounded: Bool
  private let isSupervised: Bool
  private let mark: ProcessMark
  private let reference: ProcessReference
  private var ended: ChildEnd?

  /// Why a program does not start.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no memory for its messages.
    case log(SystemError)
    /// There is no connection to the child.
    case connection(SystemError)
    /// The program can't be run.
    case program(SystemError)

    /// The operating system's error.
    package var systemError: SystemError? {
      switch self {
      case .log(let error), .connection(let error), .program(let error): error
      }
    }

    /// The operating system's message, with its subject if that isn't the program.
    package var reason: String {
      switch self {
      case .log(let error): "no memory for its messages: \(error)"
      case .connection(let error): "\(error)"
      case .program(let error): error.phrase
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: the arguments after its name.
  ///   - descriptors: the program's descriptors 0, 1 and so on, except 2; nil for `/dev/null`.
  ///   - environment: its whole environment, except a variable that makes a crash terminate it immediately: otherwise,
  ///     Swift's runtime would first print a backtrace, and read whatever is in the memory of the crashed process.
  ///   - messageLimit: how much of what it prints is kept, in bytes; nil for a program that limits that itself.
  ///   - isSupervised: whether the program calls ``Supervisor/begin()``, and so kills everything that it has started.
  package init(
    _ program: String, arguments: [String] = [], descriptors: [Int32?], environment: [String: String],
    messageLimit: Int? = nil, isSupervised: Bool = false
  ) throws(Failure) {
    do throws(SystemError) {
      log = try FileDescriptor(inMemory: "aucat diagnostics", fixedSize: messageLimit)
    } catch {
      throw .log(error)
    }
    isLogBounded = messageLimit != nil
    self.isSupervised = isSupervised
    mark = ProcessMark()
    var variables = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
    if isSupervised { variables[ProcessMark.variable] = mark.value }
    let command = SpawnCommand(
      program: program, arguments: arguments, environment: variables, descriptors: descriptors)
    do throws(SystemError) {
      process = try command.spawn(log: BorrowedDescriptor(log.number))
    } catch {
      throw .program(error)
    }
    reference = ProcessReference(process)
  }

  /// Whether it has ended.
  package var hasEnded: Bool { reference.state != .running }

  /// How long a supervisor may take to kill what its child has started, in milliseconds.
  private static let patience = 2_000
  /// The time after which a stopped supervisor is continued again, in milliseconds.
  private static let step = 50

  /// Whether a signal such as `SIGSTOP` has stopped it: it doesn't run, and hasn't ended.
  package var isStopped: Bool {
    guard let bytes = try? WholeFile.bytes("/proc/\(process)/stat", limit: 4_096) else { return false }
    // The name, in parentheses, may contain anything.
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count else { return false }
    return bytes[end + 2] == UInt8(ascii: "T") || bytes[end + 2] == UInt8(ascii: "t")
  }

  /// The processor time that it has used, in seconds, without that of programs it has started; 0 if it can't be read.
  package var processorSeconds: Double { max(0, aucatProcessorSeconds(process)) }

  /// Kills the program, unless it has exited by itself, and returns how it ended.
  ///
  /// - Parameter milliseconds: how long to wait for it to exit by itself. A dying process closes its connections a
  ///   little before the operating system reports how it died.
  package func end(within milliseconds: Int = 0) -> ChildEnd {
    if let ended { return ended }
    if milliseconds > 0 { reference.wait(milliseconds: milliseconds) }
    let state = reference.state
    if state == .running { stop() }
    // A supervisor leads a process group. Until it is waited for, no other group gets its number.
    if isSupervised && state != .gone { kill(-process, SIGKILL) }
    var status: Int32 = 0
    let hasStatus = (try? SystemCall.run { waitpid(process, &status, 0) }) != nil
    let isKnown = hasStatus && state == .ended
    // A supervisor that was killed has left its work undone.
    if isSupervised, !hasStatus || status & 0x7F == SIGKILL { mark.killAll() }
    // Somebody else has told the supervisor to kill the child.
    if isSupervised, status & 0x7F == 0, status >> 8 & 0xFF == Supervisor.toldToEnd { status = SIGKILL }
    let end = ChildEnd(
      status: isKnown ? status : nil, lastWords: lastWords, isUnknown: state != .running && !isKnown)
    ended = end
    return end
  }

  private func stop() {
    if isSupervised {
      reference.send(SIGTERM)
      // Something that it watches over may have stopped it, and may do so again.
      for _ in 0..<Self.patience / Self.step where reference.state == .running {
        reference.send(SIGCONT)
        reference.wait(milliseconds: Self.step)
      }
    }
    reference.send(SIGKILL)
  }

  /// The last line that the program or a library in it printed.
  private var lastWords: String {
    // A bounded file has its full length from the beginning, and what follows the position was never written. Both
    // processes share the position.
    let size = Int(lseek(log.number, 0, isLogBounded ? SEEK_CUR : SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(0, min(size, 4_096)))
    // SAFETY: The buffer's count limits how much is written, and its address is not kept.
    let count = bytes.withUnsafeMutableBytes { memory in
      (try? log.read(into: memory, at: Int64(size - memory.count))) ?? 0
    }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? ""
  }
}
