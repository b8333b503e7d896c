internal import Linux

/// The tests of a component: first all of them, then those with findings once more.
struct RepeatedTests {
  let subject: ValidationSubject
  let options: Validator.Options
  private(set) var outcomes: [ValidationTest: ValidationOutcome] = [:]

  /// After this many crashes, the rest is skipped.
  private static let mostDeaths = 5

  /// The outcome of a test that was not reached.
  var unreached: ValidationOutcome {
    let first = ValidationTest.allCases.first { $0.isBasic && outcomes[$0] != nil && outcomes[$0] != .passed }
    if let reason = first.flatMap({ outcomes[$0] }), case .skipped(let text) = reason { return .skipped(text) }
    return .skipped(first.map { "it did not pass `\($0.rawValue)`" } ?? "too many tests have crashed")
  }

  /// Repeats each test with a finding, and keeps what is found again.
  mutating func repeatFindings(_ isCancelled: () -> Bool) throws(Validator.Failure) {
    try confirm(options.chosen, isCancelled)
    let isFreed = ValidationTest.allCases.contains { test in
      if test.isBasic, case .unrepeated? = outcomes[test] { true } else { false }
    }
    guard isFreed else { return }
    // These were prevented by a crash that did not recur.
    let missing = options.chosen.filter { outcomes[$0] == nil }
    try make(missing, isCancelled)
    try confirm(missing, isCancelled)
  }

  /// Runs tests for the first time. If one terminates its process, another process continues without it.
  mutating func make(_ tests: [ValidationTest], _ isCancelled: () -> Bool) throws(Validator.Failure) {
    var pending = tests
    for _ in 0..<Self.mostDeaths where !pending.isEmpty {
      let run = try run(pending, isCancelled)
      if run.isCancelled { return }
      for (test, outcome) in run.outcomes { take(test, outcome) }
      guard let deadly = run.deadly, !deadly.isBasic else { return }
      pending.removeAll { outcomes[$0] != nil }
    }
  }

  private mutating func take(_ test: ValidationTest, _ outcome: ValidationOutcome) {
    switch outcomes[test] {
    case nil, .passed: outcomes[test] = outcome
    // The crash has now happened twice.
    case .unrepeated(let problem) where outcome.problem?.kind == problem.kind: outcomes[test] = .found(problem)
    default: break
    }
  }

  /// Repeats the tests with findings.
  private mutating func confirm(_ tests: [ValidationTest], _ isCancelled: () -> Bool) throws(Validator.Failure) {
    let found = outcomes.filter { tests.contains($0.key) }.compactMapValues(\.problem)
    let order = ValidationTest.allCases.filter { found[$0] != nil }
    var rest = order.filter { found[$0]?.verdict?.isFatal != true }
    for _ in 0..<Self.mostDeaths where !rest.isEmpty {
      let run = try run(rest, isCancelled)
      if run.isCancelled { return }
      let reached = run.deadly == nil ? rest : rest.filter { run.outcomes[$0] != nil }
      for test in reached { judge(test, again: run.outcomes[test]) }
      if reached.isEmpty { break }
      rest.removeAll { reached.contains($0) }
    }
    for test in rest { judge(test, again: nil) }
    for test in order where found[test]?.verdict?.isFatal == true {
      let run = try run([test], isCancelled)
      if run.isCancelled { return }
      judge(test, again: run.outcomes[test])
    }
  }

  private func run(_ tests: [ValidationTest], _ isCancelled: () -> Bool) throws(Validator.Failure) -> ValidationRun {
    // A component that crashes in its cleanup can be tested without it.
    let keepsInstances = !tests.contains(.cleanup) && outcomes[.cleanup]?.problem?.verdict?.isFatal == true
    return try ValidationRun(subject, tests, options, keepsInstances: keepsInstances, isCancelled: isCancelled)
  }

  private mutating func judge(_ test: ValidationTest, again: ValidationOutcome?) {
    guard let problem = outcomes[test]?.problem else { return }
    outcomes[test] = again?.problem?.kind == problem.kind ? .found(problem) : .unrepeated(problem)
  }
}
