internal import Linux

/// Looks at directories in a thread of its own, which is left behind if one of them does not answer: a folder of a dead network
/// server keeps whoever looks into it for minutes, and can't be asked whether it will.
package struct PatientLook: Sendable {
  /// How long a directory may take for one answer.
  let silence: Duration
  /// How long all directories may take; nil for as long as they answer.
  let longest: Duration?

  /// A look that an answer waits for: it takes less than two seconds.
  package static let forAnswer = PatientLook(silence: .milliseconds(1_000), longest: .milliseconds(1_300))
  /// A look that a scan begins with.
  package static let forScan = PatientLook(silence: .seconds(2), longest: nil)

  /// Runs a look until all directories have answered, without those that don't.
  ///
  /// - Parameters:
  ///   - silent: the directories that are left alone; those that don't answer now, or take too long, are added.
  ///   - isCancelled: asked several times a second while directories don't answer.
  ///   - body: looks at all directories but the silent ones.
  /// - Throws: ``ScanError/interrupted`` if it was cancelled.
  package func run<Value: Sendable>(
    leavingOut silent: inout Set<String>, isCancelled: () -> Bool = { false },
    _ body: @escaping @Sendable (_ silent: Set<String>, SurveyProgress) -> Value
  ) throws(ScanError) -> Value {
    var patience = self
    while true {
      let (left, progress) = (silent, SurveyProgress())
      let attempt = Attempt { body(left, progress) }
      switch patience.wait(for: attempt, progress, isCancelled) {
      case .value(let value): return value
      case .cancelled: throw .interrupted
      case .tooLong(let directory): silent.insert(directory)
      }
      // Of many directories on one server, each takes a third of the time of the one before.
      patience = PatientLook(silence: patience.silence / 3, longest: patience.longest.map { $0 / 3 })
    }
  }

  private enum Outcome<Value> {
    case value(Value)
    case cancelled
    /// The directory that is to blame.
    case tooLong(String)
  }

  private func wait<Value>(
    for attempt: Attempt<Value>, _ progress: SurveyProgress, _ isCancelled: () -> Bool
  ) -> Outcome<Value> {
    let start = ContinuousClock.now
    var (last, moved) = (progress.current, start)
    while true {
      if let value = attempt.value(within: max(1, Int(min(silence, .seconds(1)) / .milliseconds(4)))) {
        return .value(value)
      }
      if isCancelled() { return .cancelled }
      let current = progress.current
      if current != last { (last, moved) = (current, .now) }
      // Before it has begun, no directory is to blame.
      if current.directory.isEmpty { continue }
      if moved + silence < .now { return .tooLong(current.directory) }
      if longest.map({ start + $0 < .now }) ?? false { return .tooLong(progress.slowest) }
    }
  }
}
