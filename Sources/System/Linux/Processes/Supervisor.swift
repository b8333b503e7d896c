internal import CLinux
internal import Glibc

/// A process that does nothing but watch over a child whose code is not trusted. Whatever the child starts descends
/// from this process, which adopts it when the processes between them end. So this process can kill all of it, and
/// nothing else.
package enum Supervisor {
  /// The exit status after a `SIGTERM`.
  static let toldToEnd: Int32 = 143
  /// The number of times to search for processes that keep starting others, before giving up.
  private static let rounds = 1_000

  /// Forks, and returns in the child. The parent waits, kills what the child leaves behind, and ends as the child did.
  /// On `SIGTERM`, which it also gets when its own parent ends, it kills the child, and exits with ``toldToEnd``. So one that
  /// `SIGKILL` has ended may have left processes behind.
  ///
  /// Call it before the process has a second thread.
  ///
  /// - Parameters:
  ///   - parent: the process's own parent, if that may have ended by now.
  ///   - ended: called in the parent with the child's status, from `wait(2)`. If the process's own parent ignores
  ///     `SIGCHLD`, that has no other way to learn the status.
  package static func begin(childOf parent: Int32? = nil, ended: (Int32) -> Void = { _ in }) {
    let child = aucatForkSupervised()
    if child == 0 { return }
    guard child > 0 else { _exit(1) }
    // The reader must see the child close the connection, so no copy may stay open here.
    for number in 0..<3 { close(Int32(number)) }
    ignoreSignals()
    if let parent, getppid() != parent { kill(child, SIGKILL) }
    let (status, isTold) = wait(for: child)
    ended(status)
    killDescendants()
    if isTold { _exit(toldToEnd) }
    if status & 0x7F != 0 { die(of: status & 0x7F) }
    _exit(status >> 8 & 0xFF)
  }

  /// Ignores all signals but those that it waits for: the child, or what it starts, may send any.
  private static func ignoreSignals() {
    for number in Int32(1)...64 where number != SIGCHLD && number != SIGTERM { Glibc.signal(number, SIG_IGN) }
  }

  private static func wait(for child: pid_t) -> (status: Int32, isTold: Bool) {
    var (status, isTold) = (Int32(0), false)
    while waitpid(child, &status, WNOHANG) == 0 {
      guard aucatAwaitChild() == SIGTERM else { continue }
      isTold = true
      kill(child, SIGKILL)
    }
    return (status, isTold)
  }

  private static func killDescendants() {
    for _ in 0..<rounds {
      let processes = children
      if processes.isEmpty { return }
      for process in processes { kill(process, SIGKILL) }
      // Their own children are this process's now, and the next round kills them.
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
    // A signal to end with comes too late.
    Glibc.signal(SIGTERM, signal == SIGTERM ? SIG_DFL : SIG_IGN)
    aucatUnblockAll()
    kill(getpid(), signal)
    _exit(128 + signal)
  }
}
