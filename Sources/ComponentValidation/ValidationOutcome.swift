/// How a test ended.
package enum ValidationOutcome: Hashable, Sendable {
  /// It found nothing.
  case passed
  /// It found the same twice.
  case found(ValidationProblem)
  /// It found something that a second run with the same seed didn't show.
  case unrepeated(ValidationProblem)
  /// It was not made, for this reason.
  case skipped(String)

  /// In a word: `passed`, `fact`, `unrepeated`, `skipped`, or the verdict of what was found.
  package var word: String {
    switch self {
    case .passed: "passed"
    case .found(let problem): problem.verdict?.rawValue ?? "fact"
    case .unrepeated: "unrepeated"
    case .skipped: "skipped"
    }
  }

  /// What was found or why not, in a line; nil if there is nothing to say.
  package var message: String? {
    switch self {
    case .passed: nil
    case .found(let problem): problem.message
    case .unrepeated(let problem): "\(problem.message), but not in a second run"
    case .skipped(let reason): reason
    }
  }

  /// What was found twice.
  package var problem: ValidationProblem? {
    guard case .found(let problem) = self else { return nil }
    return problem
  }
}
