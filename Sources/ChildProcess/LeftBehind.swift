internal import CProcess
internal import Glibc

/// Processes that a child has started and left behind, in sessions of their own: with their parent gone they are this
/// process's children.
struct LeftBehind {
  /// Children of this process that it had before.
  private let own: Set<pid_t>
  /// Rounds until processes that start others without end are let be.
  private static let rounds = 1_000

  /// From now on, processes whose parent ends become children of this one.
  init() {
    aucatAdoptOrphans()
    own = Self.children
  }

  /// Kills them and those that they have started.
  func end() {
    for _ in 0..<Self.rounds {
      let strays = Self.children.subtracting(own)
      if strays.isEmpty { return }
      for process in strays { kill(process, SIGKILL) }
      for process in strays { while waitpid(process, nil, 0) == -1 && errno == EINTR {} }
    }
  }

  /// The children of all threads of this process; none where the operating system does not list them.
  private static var children: Set<pid_t> {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var found: Set<pid_t> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int(name) != nil else { continue }
      found.formUnion(numbers(in: "/proc/self/task/\(name)/children"))
    }
    return found
  }

  private static func numbers(in path: String) -> [pid_t] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { text += buffer[0..<count] }
    return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }
}
