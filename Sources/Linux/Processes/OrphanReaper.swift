internal import CLinux
internal import Glibc

/// Ends processes that a child has started and left behind, in sessions of their own: with their parent gone they are this
/// process's children.
struct OrphanReaper {
  /// Children that this process had before.
  private let own: Set<pid_t>
  /// After so many rounds, processes that keep starting others are left alone.
  private static let rounds = 1_000

  /// From now on, processes whose parent ends become children of this one.
  init() {
    aucatAdoptOrphans()
    own = Self.children
  }

  /// Kills them and those that they have started.
  func end() {
    for _ in 0..<Self.rounds {
      let orphans = Self.children.subtracting(own)
      if orphans.isEmpty { return }
      for process in orphans { kill(process, SIGKILL) }
      for process in orphans { _ = try? SystemCall.run { waitpid(process, nil, 0) } }
    }
  }

  /// The children of all threads of this process; none if the operating system does not list them.
  private static var children: Set<pid_t> {
    DirectoryReader.entries(of: "/proc/self/task").reduce(into: []) { found, entry in
      found.formUnion(numbers(in: "/proc/self/task/\(entry.name)/children"))
    }
  }

  private static func numbers(in path: String) -> [pid_t] {
    guard let text = try? WholeFile.bytes(path, limit: .max - 1) else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }
}
