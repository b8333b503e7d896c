package import ComponentModel

/// What is wrong with a worker program.
package enum WorkerDefect: Hashable, Sendable, CustomStringConvertible {
  /// For the system's reason.
  case notStarted(reason: String)
  /// It ends before it greets; the text is its last words, or how it ended.
  case notGreeting(String)
  /// Its first message is not a greeting, or is that of another version.
  case wrongGreeting(MessageProblem)
  case silent

  /// What is wrong, after the program's path.
  package var description: String {
    switch self {
    case .notStarted(let reason): "does not start (\(reason))"
    case .notGreeting(let words): "does not run or has the wrong version (\(words))"
    case .wrongGreeting(let problem): "can't be used: \(problem)"
    case .silent: "does not answer"
    }
  }
}
