internal import Glibc
internal import Linux
internal import Synchronization

/// Reads keys as they are typed, without echo.
///
/// The terminal's settings are restored whenever the program exits or is suspended: by a signal, by `exit(3)`, or
/// because a plugin has crashed.
enum LiveKeyboard {
  // SAFETY: `settings` is written before `isChanged` is set, and read only by the code that clears it. Signal handlers
  // make only async-signal-safe calls: signal-safety(7).

  /// Whether the terminal's settings are changed.
  private static let isChanged = Atomic(false)
  /// The terminal's former settings.
  private nonisolated(unsafe) static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// Whether the input has ended.
  private static let isOver = Atomic(false)

  /// The signals that terminate or suspend a program without further notice; ``LiveFaults`` handles those of faults.
  private static let signals = [SIGTSTP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2]

  /// Whether standard input is a terminal, so that keys can be read from it.
  static var isThere: Bool { BorrowedDescriptor.standardInput.isTerminal }

  /// Whether this program is in the foreground: in the background it would overwrite another one's output.
  static var isInForeground: Bool { tcgetpgrp(2) == getpgrp() }

  /// The keys typed since the last call, without waiting. Only a program in the foreground gets any.
  static func typed() -> [UInt8] {
    guard isThere, !isOver.load(ordering: .relaxed), tcgetpgrp(0) == getpgrp() else { return [] }
    if !isChanged.load(ordering: .acquiring) { begin() }
    var keys: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 64)
    while keys.count < 1_024, BorrowedDescriptor.standardInput.isReadable(within: 0) {
      guard let count = try? BorrowedDescriptor.standardInput.read(into: &portion), count > 0 else {
        isOver.store(true, ordering: .relaxed)
        break
      }
      keys += portion[..<count]
    }
    return keys
  }

  /// Restores the terminal's settings.
  static func restore() {
    guard isChanged.exchange(false, ordering: .acquiringAndReleasing) else { return }
    tcsetattr(0, TCSANOW, settings)
  }

  private static func begin() {
    guard tcgetattr(0, settings) == 0 else { return isOver.store(true, ordering: .relaxed) }
    var keys = settings.pointee
    // Control-C and Control-Z remain signals.
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    atexit { LiveKeyboard.restore() }
    // Suspension restores the signal's default action, so the handler is installed again when the program continues.
    for number in signals { signal(number, handler) }
    isChanged.store(true, ordering: .releasing)
    tcsetattr(0, TCSANOW, &keys)
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    LiveKeyboard.restore()
    signal(number, SIG_DFL)
    raise(number)
  }
}
