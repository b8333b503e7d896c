internal import ComponentScan
internal import Linux

/// The limits that a worker sets on itself before it reads anything.
package enum WorkerLimits {
  package static func apply() {
    CurrentProcess.limit(.stack, to: ScanLimits.stack)
    CurrentProcess.limit(.openFiles, to: ScanLimits.openFiles)
    CurrentProcess.limit(.coreSize, to: 0)
    // What a worker writes is a copy of a manifest, and what a library complains of; the signal for more is ignored.
    CurrentProcess.limit(.fileSize, to: ScanLimits.fileSize + (1 << 20))
    CurrentProcess.ignore(.fileSize)
    CurrentProcess.judgeFaults(memoryLimit: limitMemory(), status: ScanLimits.memoryStatus)
  }

  /// Limits the address space, and gives the limit unless others have set one. Sanitizers reserve terabytes of addresses
  /// at their start, so with one there is no limit.
  private static func limitMemory() -> Int? {
    guard !CurrentProcess.isSanitized, CurrentProcess.limit(.addressSpace, to: ScanLimits.memory) else { return nil }
    return CurrentProcess.hasLimit(.data) ? nil : ScanLimits.memory
  }

  /// Ends the process when a request exceeds its time limit, in case the scan is gone.
  package static func startClock(seconds: Int) { CurrentProcess.setAlarm(seconds: max(1, seconds)) }

  static func apply(to request: WorkerRequest) {
    startClock(seconds: request.seconds)
    guard request.memory < ScanLimits.memory, !CurrentProcess.isSanitized else { return }
    CurrentProcess.limit(.addressSpace, to: request.memory)
    CurrentProcess.judgeFaults(memoryLimit: request.memory, status: ScanLimits.memoryStatus)
  }

  static func stopClock() { CurrentProcess.setAlarm(seconds: 0) }
}
