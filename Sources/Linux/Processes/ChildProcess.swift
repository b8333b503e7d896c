internal import Glibc

/// A program that runs for this one. What it prints on standard error goes to a file in memory.
///
/// It is ended, if it has not ended by itself, when ``end(within:)`` is called.
package final class ChildProcess {
  /// Its number.
  package let process: Int32
  private let log: FileDescriptor
  private let isLogBounded: Bool
  private let isSupervised: Bool
  private var ended: ChildEnd?

  /// Why a program does not start.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no memory for its messages.
    case log(SystemError)
    /// There is no connection to it.
    case connection(SystemError)
    /// The program can't be run.
    case program(SystemError)

    /// The operating system's words, with what it was about where that is not the program.
    package var reason: String {
      switch self {
      case .log(let error): "no memory for its messages: \(error)"
      case .connection(let error): "\(error)"
      case .program(let error): "\(error)".lowercased()
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: those after its name.
  ///   - descriptors: what the program gets as its descriptors 0, 1 and so on, without 2; nil for `/dev/null`.
  ///   - environment: all of its environment.
  ///   - messageLimit: how much of what it prints is kept, in bytes; nil for a program that bounds that itself.
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
    let command = SpawnCommand(
      program: program, arguments: arguments, environment: environment, descriptors: descriptors)
    do throws(SystemError) {
      process = try command.spawn(log: BorrowedDescriptor(log.number))
    } catch {
      throw .program(error)
    }
  }

  /// Whether it has ended.
  package var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_code != 0
  }

  /// How long a supervisor may take to kill what its child has started, in milliseconds.
  private static let patience = 2_000

  private func hasEnded(within milliseconds: Int) -> Bool {
    for _ in 0..<milliseconds {
      if hasEnded { return true }
      usleep(1_000)
    }
    return hasEnded
  }

  /// Ends the program and says how it had ended by itself, if it had.
  ///
  /// - Parameter milliseconds: how long it is given for that. A dying process closes its connections a little before the
  ///   operating system tells how it died.
  package func end(within milliseconds: Int = 0) -> ChildEnd {
    if let ended { return ended }
    let hadEnded = hasEnded(within: milliseconds)
    if !hadEnded && isSupervised {
      kill(process, SIGTERM)
      _ = hasEnded(within: Self.patience)
    }
    if !hadEnded { kill(process, SIGKILL) }
    var status: Int32 = 0
    var usage = rusage()
    _ = try? SystemCall.run { wait4(process, &status, 0, &usage) }
    let end = ChildEnd(status: hadEnded ? status : nil, peakBytes: Int(usage.ru_maxrss) << 10, lastWords: lastWords)
    ended = end
    return end
  }

  /// The last line that the program or a library in it printed.
  private var lastWords: String {
    // A bounded file is as long as it may be from the beginning, and what follows the position was never written. Both
    // processes share the position.
    let size = Int(lseek(log.number, 0, isLogBounded ? SEEK_CUR : SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(0, min(size, 4_096)))
    let count = bytes.withUnsafeMutableBytes { memory in
      (try? log.read(into: memory, at: Int64(size - memory.count))) ?? 0
    }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? ""
  }
}
