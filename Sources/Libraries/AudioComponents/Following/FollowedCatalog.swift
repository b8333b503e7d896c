internal import ComponentModel
internal import ComponentScan
internal import Linux
internal import Synchronization

/// What a manager knows about its search path from its last look.
final class FollowedCatalog: Sendable {
  private let directories: [String]
  private let state = Mutex(State())
  /// Held while a thread takes over what is new; others wait for it, because their answers count that, too.
  private let turn = Mutex(())

  private struct State {
    var looked: ContinuousClock.Instant?
    /// How long the last look took.
    var cost = Duration.zero
    var known: [KnownDirectory] = []
    /// When directories gave no answer, by their paths as written, in seconds since the beginning of 1970.
    var silent: [String: Int] = [:]
    var reported: String?
    /// Whether a thread of its own has been started for a look.
    var hasThread = false
    /// The thread that takes over what is new: a host's function may run in it, and make a query.
    var thread: UInt32?
  }

  init(directories: [String]) { self.directories = directories }

  /// The canonical paths of the search path, without repetition, as the last scan found them. Following links would take as long
  /// as a search, and a dead network folder would take minutes.
  var roots: [String] {
    directories.map(root).reduce(into: []) { roots, root in if !roots.contains(root) { roots.append(root) } }
  }

  /// The canonical path of a directory: the last that is known, or the path as written if nothing answers there.
  func root(of directory: String) -> String {
    let (known, isSilent) = state.withLock { state in
      (state.known.first { $0.path == directory }, state.silent[directory] != nil)
    }
    return known?.root ?? (isSilent ? nil : try? Path.canonical(directory)) ?? directory
  }

  /// The canonical path of a directory that gives no answer.
  func knownRoot(of directory: String) -> String {
    state.withLock { $0.known.first { $0.path == directory }?.root } ?? directory
  }

  /// Whether the last look is older than this.
  func isDue(after interval: Duration) -> Bool {
    state.withLock { state in state.looked.map { $0 + interval <= .now } ?? true }
  }

  /// How long the last look took.
  var cost: Duration { state.withLock(\.cost) }

  /// Runs a look, unless another thread has just finished one, or this thread is in the middle of one.
  func look(after interval: Duration, _ body: () -> Void) {
    let thread = CurrentThread.identifier
    if state.withLock({ $0.thread == thread }) { return }
    turn.withLock { _ in
      guard isDue(after: interval) else { return }
      state.withLock { $0.thread = thread }
      defer {
        state.withLock { state in (state.looked, state.thread) = (.now, nil) }
      }
      body()
    }
  }

  /// Whether a thread may be started for a look, because none was.
  func beginLater() -> Bool {
    state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
  }

  func endLater() { state.withLock { $0.hasThread = false } }

  /// Keeps what a scan has stored.
  ///
  /// - Returns: whether the path led elsewhere before.
  @discardableResult
  func note(_ known: [KnownDirectory], cost: Duration? = nil) -> Bool {
    state.withLock { state in
      defer { (state.known, state.cost) = (known, cost ?? state.cost) }
      return !state.known.isEmpty && state.known.map(\.root) != known.map(\.root)
    }
  }

  /// Keeps what a scan has stored, unless something is known.
  func noteOnce(_ read: () -> [KnownDirectory]?) {
    guard state.withLock(\.known).isEmpty, let known = read() else { return }
    note(known)
  }

  /// Keeps what a scan has just found, so that the next answer needs no look.
  func noteScan(_ known: [KnownDirectory]) {
    state.withLock { state in (state.known, state.looked) = (known, .now) }
  }

  /// The directories that have given no answer a short time ago, to be left alone.
  func silent(_ known: [KnownDirectory]) -> Set<String> {
    let now = SystemClock.seconds
    let own = state.withLock(\.silent)
    return Set(
      directories.filter { directory in
        let times = [own[directory], known.first { $0.path == directory }?.silentSince].compactMap(\.self)
        return times.contains { abs(now - $0) < ScanLimits.silence }
      })
  }

  func noteSilence(of directory: String, at time: Int) { state.withLock { $0.silent[directory] = time } }

  /// Whether a message differs from the last one. Nil forgets that.
  func isNew(_ message: String?) -> Bool {
    state.withLock { state in
      defer { state.reported = message }
      return message != nil && state.reported != message
    }
  }
}
