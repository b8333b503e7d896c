internal import CLinux
internal import Glibc
internal import Synchronization

/// A mark on all processes that descend from one, in a variable of their environment. A process has it even if everything
/// between has ended, and it has become the child of another process, in a session of its own.
///
/// A process that removes the variable before it starts another one is not found any more.
struct ProcessMark {
  /// The name of the variable.
  static let variable = "AUCAT_PROCESSES"
  private static let count = Atomic<UInt64>(0)
  /// The number of times to search for processes that keep starting others, before giving up.
  private static let rounds = 100
  /// The largest environment that is searched, in bytes.
  private static let longest = 4 << 20

  /// The value of the variable, which no other mark on this machine has.
  let value: String

  init() {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    let number = Self.count.add(1, ordering: .relaxed).newValue
    value = "\(getpid())-\(time.tv_sec)-\(time.tv_nsec)-\(number)"
  }

  /// Kills all processes with this mark, until there is none.
  func killAll() {
    for _ in 0..<Self.rounds {
      let processes = marked
      if processes.isEmpty { return }
      for process in processes { kill(process, SIGKILL) }
      // A killed process keeps its environment until it has ended.
      usleep(1_000)
    }
  }

  private var marked: [pid_t] {
    let entry = "\(Self.variable)=\(value)"
    return DirectoryReader.entries(of: "/proc").compactMap { file in
      guard let process = pid_t(file.name), process != getpid(),
        let variables = try? WholeFile.bytes("/proc/\(process)/environ", limit: Self.longest)
      else { return nil }
      return variables.split(separator: 0).contains { $0.elementsEqual(entry.utf8) } ? process : nil
    }
  }
}
