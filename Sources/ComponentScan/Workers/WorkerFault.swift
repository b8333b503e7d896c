internal import ComponentModel
internal import Linux

/// Why a worker's answer is not complete.
enum WorkerFault: Error, Hashable {
  /// Reading the bundle has done this: a verdict.
  case verdict(WorkerFailure)
  /// The bundle may have done this, or the machine: a verdict if it happens again while nothing else is read.
  case uncertain(WorkerFailure)
  /// Something outside has done this, in words: never a verdict.
  case interruption(String)
  /// The plugins and presets of the bundle, or of all together, have more than is read.
  case tooLarge(BundleProblem)
}

extension ChildEnd {
  /// Why the answer of a scan worker is not complete that ended like this.
  var fault: WorkerFault {
    if exitStatus == Int(ScanLimits.memoryStatus) { return .verdict(.memory(ScanLimits.memory >> 20)) }
    if let exitStatus { return .verdict(.exited(status: exitStatus)) }
    if let signalName {
      return isFault ? .verdict(.signal(signalName)) : .interruption("killed from outside by \(signalName)")
    }
    return isUnknown ? .uncertain(.noAnswer) : .verdict(.noAnswer)
  }
}

extension WorkerFault: CustomStringConvertible {
  /// What happened, in one clause.
  var description: String {
    switch self {
    case .verdict(let failure), .uncertain(let failure): failure.description
    case .interruption(let words): words
    case .tooLarge(let problem): problem.description
    }
  }
}
