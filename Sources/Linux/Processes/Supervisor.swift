internal import CLinux
internal import Glibc

/// A process between a program and a child whose code is not trusted, for nothing else: every process that the child
/// starts descends from it and becomes its own when the processes between them end. So it can end all of them, and ends
/// no process that another one has started.
package enum Supervisor {
  /// After so many rounds, processes that keep starting others are left alone.
  private static let rounds = 1_000

  /// Forks: the call returns in the child. This process waits, kills what the child has left behind, and ends as the
  /// child did. `SIGTERM`, which it also gets when its parent ends, makes it kill the child first.
  ///
  /// Call it before the process has a second thread.
  package static func begin() {
    let child = aucatForkSupervised()
    if child == 0 { return }
    guard child > 0 else { _exit(1) }
    // The parent sees the child close its connection, so none may stay open here.
    for number in 0..<3 { close(Int32(number)) }
    let status = wait(for: child)
    killDescendants()
    if status & 0x7F != 0 { die(of: status & 0x7F) }
    _exit(status >> 8 & 0xFF)
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      if aucatAwaitChild() == SIGTERM { kill(child, SIGKILL) }
    }
    return status
  }

  private static func killDescendants() {
    for _ in 0..<rounds {
      let processes = children
      if processes.isEmpty { return }
      for process in processes { kill(process, SIGKILL) }
      // Their own children are this process's now, and have yet to be killed.
      for process in processes { _ = try? SystemCall.run { waitpid(process, nil, 0) } }
    }
  }

  private static var children: [pid_t] {
    let text = (try? WholeFile.bytes("/proc/thread-self/children", limit: .max - 1)) ?? []
    return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }

  /// Ends as the child did, without a second core file.
  private static func die(of signal: Int32) -> Never {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    Glibc.signal(signal, SIG_DFL)
    aucatUnblockAll()
    kill(getpid(), signal)
    _exit(128 + signal)
  }
}
