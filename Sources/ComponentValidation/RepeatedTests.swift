internal import Linux

/// The tests of a component: first all of them, then those again that have found something.
struct RepeatedTests {
  let subject: ValidationSubject
  let options: Validator.Options
  private(set) var outcomes: [ValidationTest: ValidationOutcome] = [:]

  init(subject: ValidationSubject, options: Validator.Options) {
    self.subject = subject
    self.options = options
  }

  /// After so many crashes the rest is not tested.
  private static let mostDeaths = 5

  /// The outcome of a test that was not reached.
  var unreached: ValidationOutcome {
    let first = ValidationTest.allCases.first { $0.isBasic && outcomes[$0] != nil && outcomes[$0] != .passed }
    if let reason = first.flatMap({ outcomes[$0] }), case .skipped(let text) = reason { return .skipped(text) }
    return .skipped(first.map { "it did not pass `\($0.rawValue)`" } ?? "too many tests have crashed")
  }

  /// Makes all tests of the level.
  mutating func runAll(_ isCancelled: () -> Bool) throws(ChildProcess.Failure) {
    var pending = options.chosen
    for _ in 0..<Self.mostDeaths where !pending.isEmpty {
      let run = try ValidationRun(subject, pending, options, isCancelled: isCancelled)
      if run.isCancelled { return }
      for (test, outcome) in run.outcomes where outcomes[test] == nil || outcomes[test] == .passed {
        outcomes[test] = outcome
      }
      guard let deadly = run.deadly, !deadly.isBasic else { return }
      pending.removeAll { outcomes[$0] != nil }
    }
  }

  /// Makes each test again that has found something, and keeps what is found again.
  mutating func repeatFindings(_ isCancelled: () -> Bool) throws(ChildProcess.Failure) {
    let found = outcomes.compactMapValues(\.problem)
    let deadly = found.filter { $0.value.verdict?.isFatal == true }
    let others = found.filter { deadly[$0.key] == nil }
    if !others.isEmpty {
      let order = ValidationTest.allCases.filter { others[$0] != nil }
      let run = try ValidationRun(subject, order, options, isCancelled: isCancelled)
      for (test, problem) in others { judge(test, problem, again: run.outcomes[test]) }
    }
    for test in ValidationTest.allCases {
      guard let problem = deadly[test] else { continue }
      let run = try ValidationRun(subject, [test], options, isCancelled: isCancelled)
      judge(test, problem, again: run.outcomes[test])
      if test.isBasic, case .unrepeated? = outcomes[test] { try runRest(isCancelled) }
    }
  }

  /// Makes the tests that a crash has prevented, which did not happen again.
  private mutating func runRest(_ isCancelled: () -> Bool) throws(ChildProcess.Failure) {
    let missing = options.chosen.filter { outcomes[$0] == nil }
    let run = try ValidationRun(subject, missing, options, isCancelled: isCancelled)
    // Nothing of this has been found twice.
    for test in missing {
      outcomes[test] = run.outcomes[test].map { outcome in
        if case .found(let problem) = outcome { .unrepeated(problem) } else { outcome }
      }
    }
  }

  private mutating func judge(_ test: ValidationTest, _ problem: ValidationProblem, again: ValidationOutcome?) {
    outcomes[test] = again?.problem?.kind == problem.kind ? .found(problem) : .unrepeated(problem)
  }
}
