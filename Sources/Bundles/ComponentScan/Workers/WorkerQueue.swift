internal import ComponentModel

/// Requests not yet sent to a worker.
struct WorkerQueue {
  /// A request, and the bundle that it is about.
  typealias Entry = (progress: BundleProgress, request: WorkerRequest)

  /// The requests, which are taken from the end.
  private var entries: [Entry]
  /// Requests whose first try failed for a reason that may lie outside the bundle; sent after all others, one at a
  /// time.
  private var postponed: [Entry] = []
  private var triesLeft = Self.mostTries
  /// If more requests than this need a second try, the machine is in no condition for a scan.
  private static let mostTries = 16

  init(_ entries: [Entry]) { self.entries = entries }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Schedules a retry after all other requests.
  ///
  /// - Returns: false if there have been too many retries.
  mutating func postpone(_ entry: Entry) -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    postponed.append(entry)
    return true
  }

  /// The next request.
  ///
  /// - Parameter isIdle: whether no worker has a request.
  mutating func next(isIdle: Bool) -> Entry? {
    if let last = entries.last {
      // If a bundle is read alone, so are its parts.
      return last.progress.isAlone && !isIdle ? nil : entries.popLast()
    }
    guard isIdle, let entry = postponed.popLast() else { return nil }
    entry.progress.isAlone = true
    return entry
  }
}
