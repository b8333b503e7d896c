internal import CLinux
internal import Glibc
package import Synchronization

/// The process that runs this code.
package enum CurrentProcess {
  /// Makes the kernel kill this process when the thread that started it ends.
  package static func endWithParent() { aucatEndWithParent() }

  /// Like ``endWithParent()``; ends the process immediately if `parent` is no longer its parent.
  package static func endWithParent(_ parent: Int32) { aucatEndWith(parent) }

  /// The user whose rights it has.
  package static var user: UInt32 { geteuid() }

  /// Its number: `getpid(2)`.
  package static var identifier: Int32 { getpid() }

  /// A variable of its environment: `getenv(3)`; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    // SAFETY: The text stays until the environment is changed, which getenv(3) forbids other threads, and is copied.
    getenv(name).map { String(cString: $0) }
  }

  /// Ends it immediately, without exit handlers: `_exit(2)`.
  package static func endAtOnce(status: Int32) -> Never { _exit(status) }

  /// The number of processors that it may use, at least 1.
  package static var processorCount: Int { Int(aucatProcessors()) }

  /// Arranges that the number of a thread that ends the process, by a signal or by `exit(3)`, is first stored in
  /// `thread`. A signal from another process ends this one as if by SIGKILL.
  ///
  /// - Parameter thread: memory that stays as long as the process.
  package static func recordFaultyThread(in thread: UnsafeMutablePointer<Atomic<UInt32>>) {
    // SAFETY: an atomic has the representation of its value, and C stores it atomically too.
    aucatNoteFaults(UnsafeMutableRawPointer(thread).assumingMemoryBound(to: UInt32.self))
  }

  /// Ignores a signal: the call that would raise it fails instead.
  package static func ignore(_ signal: Signal) { _ = Glibc.signal(signal.rawValue, SIG_IGN) }

  /// Gives a signal its default effect again.
  package static func restore(_ signal: Signal) { _ = Glibc.signal(signal.rawValue, SIG_DFL) }

  /// From now on, a fault of this process that follows a failed allocation makes it exit with `status` if at least
  /// half of its limit is in use. If less is in use, the machine had no memory left, and the process ends as if killed
  /// from outside, as it does if another process has sent the fault's signal.
  ///
  /// - Parameter limit: the address space that it may use, in bytes; nil if others have set a lower limit than its own.
  package static func classifyFaults(memoryLimit limit: Int?, status: Int32) { aucatClassifyFaults(limit ?? 0, status) }

  /// Becomes another program, with default signals; returns only if that fails.
  package static func become(_ program: String, arguments: [String]) -> SystemError {
    // Signals that this program ignores would also be ignored by a program that it becomes.
    for signal in Signal.allCases { restore(signal) }
    // SAFETY: the strings live as long as the process, or until the call has failed; the array ends with a null
    // pointer.
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(program, &words)
    return .current
  }
}

/// The signals whose effect this package, or a program that starts it, may change.
package enum Signal: CaseIterable, Sendable {
  /// A child has ended. If the signal is ignored, Linux doesn't report how.
  case childEnd
  /// Writing to a pipe or socket without a reader.
  case brokenPipe
  /// Writing beyond the size that files may have.
  case fileSize

  var rawValue: Int32 {
    switch self {
    case .childEnd: SIGCHLD
    case .brokenPipe: SIGPIPE
    case .fileSize: SIGXFSZ
    }
  }
}

extension CurrentProcess {
  /// The arguments of the command line, the program's name first; nil for each that is not UTF-8.
  ///
  /// They come from the dynamic loader. `CommandLine.arguments` looks for them in `/proc`, or in front of the
  /// environment, and has none if `/proc` is missing, or if a library has moved the environment.
  package static var arguments: [String?] {
    var count: Int32 = 0
    guard let words = aucatArguments(&count) else { return CommandLine.arguments }
    // SAFETY: the loader gives as many words as it says, each of which ends with a null byte.
    return (0..<Int(count)).map { index in words[index].flatMap { String(validatingCString: $0) } }
  }
}

extension CurrentProcess {
  /// Sets a variable for the programs that it starts or becomes: `setenv(3)`. No other thread may read or change the
  /// environment meanwhile.
  package static func setVariable(_ name: String, to value: String) { setenv(name, value, 1) }

  /// The environment; bytes in it that aren't UTF-8 are replaced by U+FFFD. As with getenv(3), no other thread may
  /// change it meanwhile.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    variables.reserveCapacity(96)
    // A host may have cleared it.
    guard var entry = aucatEnvironment() else { return variables }
    // SAFETY: The environment is a list of strings that ends with NULL; each string ends with NUL. Each is copied, and
    // `name` freed once.
    while let text = entry.pointee {
      // C strings instead of collections, because every command runs this at its start.
      if let equals = strchr(text, 0x3D), let name = strndup(text, equals - text) {
        variables[String(cString: name)] = String(cString: equals + 1)
        free(name)
      }
      entry += 1
    }
    return variables
  }
}

extension CurrentProcess {
  /// The user and the group that own nothing.
  private static let nobody: UInt32 = 65_534

  /// Gives up root's rights permanently, and keeps only those that every user has. A process of another user keeps its
  /// own.
  package static func giveUpRoot() throws(SystemError) {
    guard user == 0 else { return }
    // In this order, because only root may make these calls; for root, they change all user and group IDs of a process.
    try SystemCall.run { setgroups(0, nil) }
    try SystemCall.run { setgid(nobody) }
    try SystemCall.run { setuid(nobody) }
  }
}

extension CurrentProcess {
  /// Writes what C's streams have yet to write: `fflush(3)`. C libraries print through them.
  package static func flushStreams() { fflush(nil) }
}
