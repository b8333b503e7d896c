internal import AudioComponents
internal import CAucat

/// A host's function for the progress of scans.
struct ProgressReceiver: @unchecked Sendable {
  // SAFETY: The header demands that the function can be called on any thread that queries, and that the context lives.

  let function: aucat_progress_fn
  let context: UnsafeMutableRawPointer?

  /// Tells the host; false if it stops the scan.
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
