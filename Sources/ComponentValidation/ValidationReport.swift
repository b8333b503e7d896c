package import ComponentModel

/// What a validation has found.
package struct ValidationReport: Hashable, Sendable {
  package var subject: ValidationSubject
  /// Which tests were made.
  package var level: ValidationLevel
  /// What random numbers began with.
  package var seed: UInt64
  /// The outcome of each test, in order.
  package var results: [TestResult]

  /// A test and how it ended.
  package struct TestResult: Hashable, Sendable {
    package var test: ValidationTest
    /// How it ended.
    package var outcome: ValidationOutcome
  }

  /// The worst of the findings.
  package var verdict: ValidationVerdict {
    let found = results.compactMap { $0.outcome.problem?.verdict }
    let ranked: [ValidationVerdict] = [.crashed, .timedOut, .failed, .warned]
    if let worst = ranked.first(where: found.contains) { return worst }
    return isTested ? .passed : .skipped
  }

  /// Whether there is a verdict at all. A library that loads says nothing yet.
  private var isTested: Bool {
    let made = results.filter { if case .skipped = $0.outcome { false } else { true } }
    let isStopped = results.contains { result in result.test.isBasic && !made.contains { $0.test == result.test } }
    return !isStopped && made.contains { $0.test != .loads }
  }

  /// Why the component could not be tested; nil if it was.
  package var objection: String? {
    guard verdict == .skipped else { return nil }
    return results.lazy.compactMap(\.outcome.message).first
  }
}

extension ValidationReport {
  /// The report as JSON.
  package var json: JSON {
    .object([
      ("component", .string(subject.component)), ("name", .string(subject.name)), ("bundle", .string(subject.bundle)),
      ("verdict", .string(verdict.rawValue)), ("level", .string(level.rawValue)),
      // Text, since not every reader of JSON keeps so large numbers.
      ("seed", .string("\(seed)")), ("version", .int(ValidationTest.version)),
      ("tests", .array(results.map(\.json))),
    ])
  }
}

extension ValidationReport.TestResult {
  fileprivate var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("test", .string(test.rawValue)), ("outcome", .string(outcome.word)), ("message", .optional(outcome.message)),
    ]
    switch outcome {
    case .found(let problem), .unrepeated(let problem): members.append(("problem", problem.json))
    case .passed, .skipped: break
    }
    return .object(members)
  }
}
