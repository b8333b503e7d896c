package import ComponentModel
package import Linux

/// Why a scan failed altogether. A bad bundle is a verdict, not an error.
package enum ScanError: Error, Hashable {
  /// No worker program is at any of these paths.
  case workerMissing(paths: [String])
  /// The worker program at a path does not start, or has the wrong version.
  case workerUnusable(path: String, WorkerDefect)
  /// The caller stopped the scan. What was delivered until then is kept.
  case interrupted
  /// The operating system couldn't provide a process, socket or memory.
  case shortage(SystemError)
  /// Workers are killed before they can read anything.
  case workersKilled(ScanInterruption)
  /// An outside cause kept the only bundle from being read.
  case unread(path: String, ScanInterruption)
}

extension ScanError: CustomStringConvertible {
  /// What happened, and where, in one line.
  package var description: String {
    switch self {
    case .workerMissing(let paths):
      paths.count == 1
        ? "no worker program at \(paths[0])" : "no \(WorkerLocation.name) in \(paths.joined(separator: ", "))"
    case .workerUnusable(let path, let defect): "\(path) \(defect)"
    case .interrupted: "the scan was interrupted; the next one continues from here"
    case .shortage(let error):
      "the system can't start a scan worker now: \(error.phrase)"
        + (error.remedy.map { "; \($0), then scan again" } ?? "")
    case .workersKilled(let cause): "scan workers are killed before they start: \(cause); nothing more was read"
    case .unread(let path, let cause): "\(path) was not read: \(cause); try again"
    }
  }
}

/// The fault of a worker program.
package enum WorkerDefect: Hashable, Sendable, CustomStringConvertible {
  /// It can't be started, for a reason that the system gives.
  case notStarted(reason: String)
  /// It exits before it greets; the text is the last that it printed, or says how it exited.
  case notGreeting(String)
  /// Its first message is not a greeting, or is that of another version.
  case wrongGreeting(MessageProblem)
  case silent

  /// The fault, worded to follow the program's path.
  package var description: String {
    switch self {
    case .notStarted(let reason): "does not start (\(reason))"
    case .notGreeting(let words): "does not run or has the wrong version (\(words))"
    case .wrongGreeting(let problem): "can't be used: \(problem)"
    case .silent: "does not answer"
    }
  }
}
