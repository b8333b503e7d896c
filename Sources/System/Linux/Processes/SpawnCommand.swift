internal import CLinux
internal import Glibc

/// A program to start with `posix_spawn(3)`, with default signals, so it ignores none of those that this one ignores.
struct SpawnCommand {
  let program: String
  let arguments: [String]
  let environment: [String: String]
  /// The program's descriptors 0, 1 and so on, except 2; nil for `/dev/null`.
  let descriptors: [Int32?]

  /// Starts the program as a child.
  ///
  /// - Parameter log: the descriptor that becomes its standard error.
  /// - Returns: the process's number.
  func spawn(log: BorrowedDescriptor) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    place(descriptors, log: log, in: &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)
    // SAFETY: the copies of the strings are freed after the call, and each array ends with a null pointer.
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    if failure != 0 { throw SystemError(failure) }
    return process
  }

  private func place(
    _ descriptors: [Int32?], log: BorrowedDescriptor, in actions: inout posix_spawn_file_actions_t
  ) {
    for (number, descriptor) in descriptors.enumerated() where number != 2 {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    posix_spawn_file_actions_adddup2(&actions, log.number, 2)
    aucatCloseFrom(&actions, Int32(max(descriptors.count, 3)))
  }

  private func setSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in Signal.allCases { sigaddset(&signals, signal.rawValue) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }
}
