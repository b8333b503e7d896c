internal import ComponentModel

/// The requests that workers have not got yet.
struct WorkerQueue {
  /// A request, and the bundle that it is about.
  typealias Entry = (progress: BundleProgress, request: WorkerRequest)

  /// The last one goes first.
  private var entries: [Entry]
  /// Those whose first try ended by something outside. They go after all others, one at a time.
  private var postponed: [Entry] = []
  private var triesLeft = Self.mostTries
  /// If more bundles than this have to be read again, the machine is in no state to be scanned.
  private static let mostTries = 16

  init(_ entries: [Entry]) { self.entries = entries }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Has a request tried again after all others.
  ///
  /// - Returns: false if too many have been.
  mutating func postpone(_ entry: Entry) -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    postponed.append(entry)
    return true
  }

  /// The next request.
  ///
  /// - Parameter isIdle: whether no worker has one.
  mutating func next(isIdle: Bool) -> Entry? {
    if let last = entries.last {
      // The parts of a bundle that is read alone are, too.
      return last.progress.isAlone && !isIdle ? nil : entries.popLast()
    }
    guard isIdle, let entry = postponed.popLast() else { return nil }
    entry.progress.isAlone = true
    return entry
  }
}
