internal import ComponentModel
internal import Linux

/// A run of some tests of a component in one child.
struct ValidationRun {
  /// The outcomes of the tests that the child reached.
  private(set) var outcomes: [ValidationTest: ValidationOutcome] = [:]
  /// The test during which the child ended prematurely; nil if there is none.
  private(set) var deadly: ValidationTest?
  /// Whether the caller has cancelled the run.
  private(set) var isCancelled = false

  /// The maximum size of a report, in bytes.
  private static let longest = 4 << 20

  /// - Parameter keepsInstances: whether the component is never cleaned up.
  init(
    _ subject: ValidationSubject, _ tests: [ValidationTest], _ options: Validator.Options, keepsInstances: Bool,
    isCancelled: () -> Bool
  ) throws(Validator.Failure) {
    let scratch = try options.scratch()
    var environment = scratch.environment
    environment[CurrentProcess.wholeMemoryVariable.name] = CurrentProcess.wholeMemoryVariable.value
    let words = ValidationChild.words(
      subject, tests, seed: options.seed, folder: scratch.path, keepsInstances: keepsInstances,
      directories: options.directories)
    let child: JSONLinesChild
    do throws(ChildProcess.Failure) {
      child = try JSONLinesChild(
        words, program: options.program, environment: environment, seconds: options.seconds,
        isTimedByLine: true, longest: Self.longest, isSupervised: true, isCancelled: isCancelled)
    } catch {
      throw .noChild(error)
    }
    for line in child.lines {
      guard let test = line["test"]?.text.flatMap(ValidationTest.init) else { continue }
      if let reason = line["skipped"]?.text {
        outcomes[test] = .skipped(reason)
      } else {
        outcomes[test] = ValidationProblem(line["problem"]).map(ValidationOutcome.found) ?? .passed
      }
    }
    guard let failure = child.failure else { return }
    self.isCancelled = failure == .cancelled
    let step = child.step.flatMap { step -> [String: JSON]? in ["step": step].object("step") } ?? [:]
    let test = step["test"]?.text.flatMap(ValidationTest.init) ?? .loads
    deadly = test
    outcomes[test] = Self.outcome(failure, child.end, step["condition"]?.text ?? "", seconds: options.seconds)
  }

  private static func outcome(
    _ failure: ChildFailure, _ end: ChildEnd?, _ condition: String, seconds: Double
  ) -> ValidationOutcome {
    if MalformedEvents.hostFaults.contains(condition), let problem = afterHostFault(failure, condition, seconds) {
      return .found(problem)
    }
    let words = [condition, end?.lastWords ?? ""]
    switch failure {
    case .late: return .found(ValidationProblem(.timedOut, [condition], [seconds]))
    case .signal where end?.isKilled == true: return .found(ValidationProblem(.killed, [condition]))
    case .signal(let name): return .found(ValidationProblem(.crashed, [name] + words))
    case .exited(let status) where status == JSONLinesOutput.lostStatus:
      return .found(ValidationProblem(.changedProcess, ["all descriptors, which it closes"]))
    case .exited(let status): return .found(ValidationProblem(.exited, [""] + words, [Double(status)]))
    case .disconnected: return .found(ValidationProblem(.timedOut, [condition]))
    case .endless, .cancelled: return .skipped("its process \(failure)")
    }
  }

  /// The problem if a child ends after input that no host may send: surviving it would be wise, but isn't required.
  private static func afterHostFault(
    _ failure: ChildFailure, _ condition: String, _ seconds: Double
  ) -> ValidationProblem? {
    switch failure {
    case .late: ValidationProblem(.timedOutByHost, [condition], [seconds])
    case .signal(let name): ValidationProblem(.crashedByHost, [condition, name])
    case .exited, .disconnected: ValidationProblem(.endedByHost, [condition])
    case .endless, .cancelled: nil
    }
  }
}
