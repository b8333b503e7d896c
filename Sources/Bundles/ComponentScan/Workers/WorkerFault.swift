internal import ComponentModel
internal import Linux

/// Why a worker's answer is incomplete.
enum WorkerFault: Error, Hashable {
  /// Reading the bundle caused this: a verdict.
  case verdict(WorkerFailure)
  /// The bundle or the machine may have caused this: a verdict if it happens again while nothing else is read.
  case uncertain(WorkerFailure)
  /// An outside cause is to blame: never a verdict.
  case interruption(ScanInterruption)
  /// The plugins and presets of the bundle, or of all bundles together, exceed the size limit.
  case tooLarge(BundleProblem)
}

extension ChildEnd {
  /// Why a worker that exited or was killed in this way gave no complete answer.
  var fault: WorkerFault {
    if exitStatus == Int(ScanLimits.memoryStatus) { return .verdict(.memory(ScanLimits.memory >> 20)) }
    if let exitStatus { return .verdict(.exited(status: exitStatus)) }
    if let signalName {
      return isFault ? .verdict(.signal(signalName)) : .interruption(.killed(signal: signalName))
    }
    return isUnknown ? .uncertain(.noAnswer) : .verdict(.noAnswer)
  }
}

extension WorkerFault: CustomStringConvertible {
  /// The event in one clause.
  var description: String {
    switch self {
    case .verdict(let failure), .uncertain(let failure): failure.description
    case .interruption(let cause): cause.description
    case .tooLarge(let problem): problem.description
    }
  }
}

extension WorkerFailure {
  /// The failure as an interruption, for when the machine may be its cause.
  var interruption: ScanInterruption {
    if case .timedOut(let seconds) = self { .timedOut(seconds: seconds) } else { .noAnswer }
  }
}
