internal import CLinux
internal import Glibc

/// A child of this process: `pidfd_open(2)`. Unlike its number, a reference never becomes that of another process.
struct ProcessReference: ~Copyable {
  /// -1 if the system has no such descriptors, or none left.
  private let descriptor: FileDescriptor
  private let process: pid_t

  /// Refers to a child that has just been started.
  init(_ process: pid_t) {
    self.process = process
    descriptor = FileDescriptor(owning: aucatProcessDescriptor(process))
  }

  /// Whether the process has ended.
  ///
  /// There is nothing to wait for if this process ignores `SIGCHLD`, or another part of it has waited for any child:
  /// then the child has ended, and it isn't known how.
  var state: State {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return .gone }
    return information.si_code == 0 ? .running : .ended
  }

  enum State: Hashable, Sendable {
    case running
    /// It has ended, and its status can be read.
    case ended
    /// It has ended, and its status can't be read any more. Its number may belong to another process.
    case gone
  }

  /// Waits until it has ended, or the time is up.
  func wait(milliseconds: Int) {
    if descriptor.number >= 0 {
      _ = descriptor.isReadable(within: milliseconds)
      return
    }
    for _ in 0..<milliseconds where state == .running { usleep(1_000) }
  }

  /// Sends a signal to the process; nothing happens if it has ended.
  func send(_ signal: Int32) {
    if descriptor.number >= 0 {
      _ = aucatSignalProcess(descriptor.number, signal)
    } else if state != .gone {
      kill(process, signal)
    }
  }
}

/// The number of a process, which may later belong to another one, and means nothing in another container.
package enum ProcessNumber {
  /// Whether no process has a number: `kill(2)`, without a signal.
  package static func isFree(_ number: Int32) -> Bool { kill(number, 0) != 0 && errno == ESRCH }
}

/// The programs that this user is running, according to `/proc`.
package enum RunningPrograms {
  /// Whether there is one whose name begins with `start`. Only the first 15 bytes of a name are known; without `/proc`,
  /// no program is.
  package static func contains(named start: String) -> Bool {
    DirectoryReader.entries(of: "/proc").contains { entry in
      guard Int32(entry.name) != nil, (try? FileStatus("/proc/\(entry.name)"))?.owner == geteuid(),
        let name = try? WholeFile.bytes("/proc/\(entry.name)/comm", limit: 4_096)
      else { return false }
      return name.starts(with: start.utf8)
    }
  }
}
