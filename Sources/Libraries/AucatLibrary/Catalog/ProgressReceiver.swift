internal import AudioComponents
internal import CAucat
internal import Linux
internal import Synchronization

/// A host's function for the progress of scans.
struct ProgressReceiver: @unchecked Sendable {
  // SAFETY: The header demands that the function can be called on any thread that queries, and that the context lives.

  let function: aucat_progress_fn
  let context: UnsafeMutableRawPointer?

  /// Reports the progress to the host. Returns false if the host stops the scan.
  func agrees(to progress: ScanProgress) -> Bool {
    var state = aucat_progress(
      bundles_done: progress.bundlesDone, bundles: progress.bundles, components: progress.components,
      is_waiting: progress.isWaiting)
    // SAFETY: `state` outlives the call, and the host's function may not keep its address.
    return function(&state, context)
  }
}

extension ComponentManager {
  /// Scans, and stops when the host says so.
  @discardableResult
  func scan(
    _ options: ScanOptions, telling receiver: ProgressReceiver?, through call: ScanCall
  ) throws(ComponentManagerError) -> ScanReport {
    var isCancelled = false
    var pace = ProgressPace()
    return try scan(
      options,
      progress: { state in
        guard let receiver, pace.isTime(for: state) else { return }
        if !call.run({ receiver.agrees(to: state) }) { isCancelled = true }
      },
      isCancelled: { isCancelled })
  }
}

/// Limits how often a host receives a scan's progress, which the scan reports far more often.
struct ProgressPace {
  private static let interval = Duration.milliseconds(50)
  private var last: ContinuousClock.Instant?

  /// Whether to report a state now: the first one, then one in each interval, and the one in which everything is read.
  mutating func isTime(for progress: ScanProgress, at now: ContinuousClock.Instant = .now) -> Bool {
    let isComplete = progress.bundlesDone == progress.bundles && progress.bundles > 0
    if let last, !isComplete, now - last < Self.interval { return false }
    last = now
    return true
  }
}

/// Records on which threads scans call a host's function, which must not use the catalog: a query could wait for the
/// lock that the scan holds.
final class ScanCall: Sendable {
  private let threads = Mutex<Set<UInt32>>([])

  /// Whether this thread is in a function that a scan has called.
  var isOnThisThread: Bool { threads.withLock { !$0.isEmpty && $0.contains(CurrentThread.identifier) } }

  /// Runs a function while progress is reported.
  func run<Result>(_ function: () -> Result) -> Result {
    let thread = CurrentThread.identifier
    threads.withLock { _ = $0.insert(thread) }
    defer { threads.withLock { _ = $0.remove(thread) } }
    return function()
  }
}
