internal import ComponentModel

/// The verdicts that follow from the failure of a worker.
extension WorkerPool {
  /// Continues with the rest of a bundle whose worker has failed.
  mutating func retry(_ assignment: Assignment, after fault: WorkerFault) throws {
    let progress = assignment.progress
    try hand(over: assignment)
    switch fault {
    case .tooLarge(let problem): progress.abandon(problem)
    case .verdict(let failure): recordVerdict(on: assignment, failure)
    case .uncertain(let failure) where progress.isAlone: recordVerdict(on: assignment, failure)
    case .interruption(let cause) where progress.isAlone: progress.interrupt(cause)
    case .uncertain(let failure): postpone(assignment, because: failure.interruption)
    case .interruption(let cause): postpone(assignment, because: cause)
    }
    try settle(progress)
  }

  /// Reads the bundle again while nothing else is read; if too many have been postponed, leaves it to the next scan.
  private mutating func postpone(_ assignment: Assignment, because cause: ScanInterruption) {
    if queue.postpone((assignment.progress, assignment.repetition)) {
      assignment.progress.pending += 1
    } else {
      assignment.progress.interrupt(cause)
    }
  }

  /// Blames the plugin or the presets that the worker was reading, else the bundle.
  private mutating func recordVerdict(on assignment: Assignment, _ failure: WorkerFailure) {
    let progress = assignment.progress
    progress.crashes += 1
    if let uri = assignment.current { progress.reject(uri, after: failure) }
    // A failure in the presets doesn't affect the plugins.
    if assignment.isInPresets { progress.report.remarks.append(.presetsLeftOut(failure)) }
    let isLocal = assignment.current != nil || assignment.isInPresets
    if !isLocal || progress.crashes >= ScanLimits.crashes {
      progress.abandon(.worker(failure))
    } else {
      progress.pending += 1
      queue.append((progress, assignment.remainder))
    }
  }
}
