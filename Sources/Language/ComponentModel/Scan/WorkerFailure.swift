/// How a scan worker failed.
package enum WorkerFailure: Hashable, Sendable, CustomStringConvertible {
  case exited(status: Int)
  /// The signal's number and name.
  case signal(String)
  /// It exceeded the memory limit, in MiB.
  case memory(Int)
  /// It exceeded the time limit, in seconds.
  case timedOut(Int)
  /// The fault in its answer.
  case malformedAnswer(MessageProblem)
  case noAnswer

  /// The verdict on what it was reading.
  package var verdict: Verdict {
    if case .timedOut = self { .timedOut } else { .crashed }
  }

  /// The event in one sentence.
  package var description: String {
    switch self {
    case .exited(let status): "the scan worker exited with status \(status) before its answer ended"
    case .signal(let name): "reading it ends with \(name)"
    case .memory(let limit): "it needs more than \(limit) MiB of memory"
    case .timedOut(let seconds): "no answer within \(seconds) s"
    case .malformedAnswer(let problem): "the scan worker's answer is not valid: \(problem)"
    case .noAnswer: "the scan worker gave no valid answer"
    }
  }
}
