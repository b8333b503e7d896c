internal import AucatProgram
internal import Glibc
internal import Linux
internal import RenderChain
internal import Synchronization

/// Names the component to blame when a session crashes, is terminated by a plugin, or doesn't end.
enum LiveFaults {
  // SAFETY: What signal handlers read is initialized before they are installed, and doesn't change: static texts,
  // atomics and the board of calls, whose texts end with a null byte. They make only async-signal-safe calls:
  // signal-safety(7).

  /// Whether the program is exiting normally.
  private static let isEnding = Atomic(false)
  private static let isJSON = Atomic(false)
  /// Whether the session has ended, with all plugins.
  private static let isOver = Atomic(false)
  /// Whether the session should end.
  private static let isDue = Atomic(false)
  private nonisolated(unsafe) static let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  /// The time that plugins have to let the session end, in milliseconds.
  private static let patience = 800

  private static let signals: [(number: Int32, name: StaticString)] = [
    (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"), (SIGSYS, "SIGSYS"),
  ]

  /// Starts watching the process. Call it before any plugin is loaded, so that plugins' exit handlers run first.
  static func begin(isJSON: Bool) {
    self.isJSON.store(isJSON, ordering: .relaxed)
    word.initialize(to: 0)
    CallBoard.prepare()
    _ = (isEnding.load(ordering: .relaxed), isOver.load(ordering: .relaxed), signals.count, patience)
    for (number, _) in signals { signal(number, crash) }
    atexit { LiveFaults.noteExit() }
    Interruption.atRequest = { LiveFaults.end() }
    // Without this thread, a second signal terminates the session immediately.
    _ = try? BackgroundThread { LiveFaults.watch() }
  }

  /// Records that the session should end.
  static func end() {
    isDue.store(true, ordering: .releasing)
    EventCount(at: word).signal()
  }

  /// Records that the session has ended, and that the program may exit.
  static func finish() {
    isOver.store(true, ordering: .releasing)
    isEnding.store(true, ordering: .releasing)
  }

  /// Terminates the process if plugins don't let the session end.
  private static func watch() {
    let event = EventCount(at: word)
    while !isDue.load(ordering: .acquiring) {
      let count = event.value
      if !isDue.load(ordering: .acquiring) { event.wait(while: count, milliseconds: 60_000) }
    }
    for _ in 0..<patience / 20 {
      if isOver.load(ordering: .acquiring) { return }
      CurrentThread.sleep(milliseconds: 20)
    }
    if isOver.load(ordering: .acquiring) { return }
    LiveKeyboard.restore()
    let call = CallBoard.call(ofThisThread: false)
    say(call, "the plugin did not return", otherwise: "the session did not end in time")
    _exit(ExitStatus.pluginFailed.rawValue)
  }

  private static let crash: @convention(c) (Int32) -> Void = { number in
    LiveKeyboard.restore()
    let call = CallBoard.call(ofThisThread: true)
    let name = signals.first { $0.number == number }?.name
    // Without a call, anyone may be to blame, including the sender of the signal.
    if call != nil { say(call, "the plugin crashed with ", signal: name, otherwise: "") }
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func noteExit() {
    if isEnding.load(ordering: .acquiring) { return }
    LiveKeyboard.restore()
    let call = CallBoard.call(ofThisThread: true)
    say(call, "the plugin ended the process", otherwise: "a plugin ended the process")
    _exit(ExitStatus.pluginFailed.rawValue)
  }

  /// Writes a message about a call.
  private static func say(
    _ call: CallBoard.Call?, _ event: StaticString, signal name: StaticString? = nil, otherwise text: StaticString
  ) {
    let isJSON = isJSON.load(ordering: .relaxed)
    write(isJSON ? "{\"severity\":\"error\",\"message\":\"" : "aucat: ")
    if let call {
      write(call.component, strlen(call.component))
      write(": ")
      write(event)
      if let name { write(name) }
      write(words(call.phase))
    } else {
      write(text)
    }
    write(
      isJSON
        ? "\",\"status\":5,\"predicate\":null,\"offset\":null,\"suggestion\":null,\"remedy\":null}\n" : "\n")
  }

  private static func write(_ text: StaticString) { write(text.utf8Start, text.utf8CodeUnitCount) }

  /// Writes to standard error, unless that would wait for somebody who doesn't read, or for a stopped terminal: the process
  /// must end.
  private static func write(_ text: UnsafeRawPointer, _ count: Int) {
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    if poll(&entry, 1, 100) > 0 { Glibc.write(2, text, count) }
  }

  /// The words of ``RenderPhase``, without allocating memory.
  private static func words(_ phase: RenderPhase?) -> StaticString {
    switch phase {
    case .load: " while it was being loaded"
    case .restore: " while its state was being restored"
    case .activate: " while it was being activated"
    case .run: " while it was rendering"
    case .deactivate: " while it was being deactivated"
    case .save: " while its state was being saved"
    case .cleanup: " while it was being cleaned up"
    case .idle, nil: ""
    }
  }
}
