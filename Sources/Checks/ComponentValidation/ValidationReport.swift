package import ComponentModel

/// The result of a validation.
package struct ValidationReport: Hashable, Sendable {
  package var subject: ValidationSubject
  /// The level of the tests that were run.
  package var level: ValidationLevel
  /// The seed of the random numbers.
  package var seed: UInt64
  /// The outcome of each test, in order.
  package var results: [TestResult]

  /// A test and how it ended.
  package struct TestResult: Hashable, Sendable {
    package var test: ValidationTest
    /// How the test ended.
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
      // A string, since not every JSON reader preserves numbers that large.
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

/// A component to be validated.
package struct ValidationSubject: Hashable, Sendable {
  /// The URI of the component.
  package var component: String
  /// The component's name, for people.
  package var name: String
  /// Canonical path of the bundle that declares it.
  package var bundle: String

  /// A component of a bundle.
  package init(component: String, name: String, bundle: String) {
    self.component = component
    self.name = name
    self.bundle = bundle
  }
}

/// The verdict of a validation on a component.
package enum ValidationVerdict: String, CaseIterable, Hashable, Sendable {
  /// No test found anything but facts.
  case passed
  /// A test found something that hosts can live with.
  case warned
  /// It breaks a promise that hosts rely on.
  case failed
  /// It exceeded the time limit.
  case timedOut
  /// It crashed, or terminated its process in another way.
  case crashed
  /// It could not be tested, for example because this host lacks a feature that it requires.
  case skipped

  /// Whether it is an objection to the component.
  package var isObjection: Bool { [.warned, .failed, .timedOut, .crashed].contains(self) }

  /// Whether the component terminated its process or hung.
  package var isFatal: Bool { self == .crashed || self == .timedOut }
}

/// How a test ended.
package enum ValidationOutcome: Hashable, Sendable {
  /// The test found nothing wrong.
  case passed
  /// It found the same problem twice.
  case found(ValidationProblem)
  /// It found something that a second run with the same seed didn't show.
  case unrepeated(ValidationProblem)
  /// It was not run, for this reason.
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

  /// The finding, or why there is none, in one line; nil if there is nothing to report.
  package var message: String? {
    switch self {
    case .passed: nil
    case .found(let problem): problem.message
    case .unrepeated(let problem): "\(problem.message), but not in a second run"
    case .skipped(let reason): reason
    }
  }

  /// The problem that was found twice.
  package var problem: ValidationProblem? {
    guard case .found(let problem) = self else { return nil }
    return problem
  }
}
