internal import AudioComponents

/// Limits how often a host hears of a scan's progress, which the scan reports far more often.
struct ProgressPace {
  private static let interval = Duration.milliseconds(50)
  private var last: ContinuousClock.Instant?

  /// Whether to tell a state now: the first one, then one in each interval, and that in which everything is read.
  mutating func isTime(for progress: ScanProgress, at now: ContinuousClock.Instant = .now) -> Bool {
    let isComplete = progress.bundlesDone == progress.bundles && progress.bundles > 0
    if let last, !isComplete, now - last < Self.interval { return false }
    last = now
    return true
  }
}
