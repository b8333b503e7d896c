internal import Glibc

extension CurrentProcess {
  /// The user and the group that own nothing.
  private static let nobody: UInt32 = 65_534

  /// Gives up the rights of root for good, and keeps only those that every user has. A process of another user keeps its own.
  package static func giveUpRoot() throws(SystemError) {
    guard user == 0 else { return }
    // In this order, because only root may do each; for root they change all of a process's numbers.
    try SystemCall.run { setgroups(0, nil) }
    try SystemCall.run { setgid(nobody) }
    try SystemCall.run { setuid(nobody) }
  }
}
