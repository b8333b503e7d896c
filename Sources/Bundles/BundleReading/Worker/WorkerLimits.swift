internal import ComponentScan
internal import Linux

/// The limits that a worker sets on itself before it reads anything.
package enum WorkerLimits {
  package static func apply() {
    CurrentProcess.limit(.stack, to: ScanLimits.stack)
    CurrentProcess.limit(.openFiles, to: ScanLimits.openFiles)
    CurrentProcess.limit(.coreSize, to: 0)
    // A worker writes only a manifest's copy and library messages, so file size is limited; SIGXFSZ is ignored so that
    // writes fail instead.
    CurrentProcess.limit(.fileSize, to: ScanLimits.fileSize + (1 << 20))
    CurrentProcess.ignore(.fileSize)
    CurrentProcess.classifyFaults(memoryLimit: limitMemory(), status: ScanLimits.memoryStatus)
  }

  /// Limits the address space and returns the limit; nil if the process has another limit already. Sanitizers reserve
  /// terabytes of address space at their start, so a process with one gets no limit.
  private static func limitMemory() -> Int? {
    guard !CurrentProcess.isSanitized, CurrentProcess.limit(.addressSpace, to: ScanLimits.memory) else { return nil }
    return CurrentProcess.hasLimit(.data) ? nil : ScanLimits.memory
  }

  /// Terminates the process when a request exceeds its time limit, in case the scan is gone.
  package static func startClock(seconds: Int) { CurrentProcess.setAlarm(seconds: max(1, seconds)) }

  static func apply(to request: WorkerRequest) {
    startClock(seconds: request.seconds)
    guard request.memory < ScanLimits.memory, !CurrentProcess.isSanitized else { return }
    CurrentProcess.limit(.addressSpace, to: request.memory)
    CurrentProcess.classifyFaults(memoryLimit: request.memory, status: ScanLimits.memoryStatus)
  }

  static func stopClock() { CurrentProcess.setAlarm(seconds: 0) }
}
