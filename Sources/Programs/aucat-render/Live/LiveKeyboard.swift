internal import Glibc
internal import Linux
internal import Synchronization

/// Keys that are read as they are typed, without echo.
///
/// The terminal is as before whenever the program ends or stops: by a signal, by `exit(3)`, or because a plugin has crashed.
enum LiveKeyboard {
  // SAFETY: `settings` is written before `isChanged` is set, and read only by whoever takes that back. What a signal's handler
  // calls may be called there: signal-safety(7).

  /// Whether the terminal's settings are changed.
  private static let isChanged = Atomic(false)
  /// The terminal's settings before.
  private nonisolated(unsafe) static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// Whether nothing more can be read.
  private static let isOver = Atomic(false)

  /// The signals that end or stop a program, and leave it no time for anything else; those of faults are ``LiveFaults``'s.
  private static let signals = [SIGTSTP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2]

  /// Whether there is a keyboard.
  static var isThere: Bool { BorrowedDescriptor.standardInput.isTerminal }

  /// Whether the terminal belongs to this program now: one in the background would write over what another shows.
  static var isInForeground: Bool { tcgetpgrp(2) == getpgrp() }

  /// The keys that have been typed since the last time; waits for none. Only a program in the foreground gets any.
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

  /// Gives the terminal its settings back.
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
    // Stopping gives the signal its usual effect back, so it is caught again whenever the program goes on.
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
