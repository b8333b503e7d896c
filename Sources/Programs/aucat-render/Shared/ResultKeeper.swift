internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import ComponentValidation
internal import Linux
internal import RenderChain

/// Results of running components: the kept ones, and those still to be kept.
struct ResultKeeper<Result: KeptResult> {
  private let manager: ComponentManager
  /// The kind of results that are lost if neither the file of results nor the catalog can be written.
  private let noun: String
  private let write: ([Result]) throws(ComponentManagerError) -> Bool
  private let components: [KeptKey: Component]
  private var files = FileDigests()
  private var pending: [Result] = []
  private var hasWarned = false

  /// The number of results that are written together: an interruption loses no more than these.
  private static var most: Int { 32 }

  fileprivate init(
    _ manager: ComponentManager, _ components: [Component], noun: String,
    write: @escaping ([Result]) throws(ComponentManagerError) -> Bool
  ) {
    self.manager = manager
    self.noun = noun
    self.write = write
    let pairs = components.map { (KeptKey($0), $0) }
    self.components = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The components without a result for their current files.
  ///
  /// - Parameters:
  ///   - isCurrent: whether a result is as good as a new one, if the files are the same.
  ///   - isShown: whether searches see it.
  fileprivate mutating func stale(
    _ components: [Component], among stored: [Result], isCurrent: (Result) -> Bool,
    isShown: (Result, Component) -> Bool
  ) -> [Component] {
    let known = Dictionary(stored.map { (KeptKey($0), $0) }, uniquingKeysWith: { $1 })
    return components.filter { component in
      guard let old = known[KeptKey(component)], isCurrent(old), content(of: component) == old.content else {
        return true
      }
      // A scan has dropped it, but the files are the same after all.
      if !isShown(old, component) { pending.append(old) }
      return false
    }
  }

  /// Records a result to keep.
  ///
  /// - Parameter result: makes it from the digest of the component's files.
  fileprivate mutating func add(_ key: KeptKey, _ result: (Component, UInt64) -> Result) {
    guard let component = components[key] else { return }
    pending.append(result(component, content(of: component)))
    if pending.count >= Self.most { keep() }
  }

  /// Writes the recorded results. If nothing can be written, one message says so, and the results are lost.
  mutating func keep() {
    guard !pending.isEmpty else { return }
    defer { pending = [] }
    do throws(ComponentManagerError) {
      if try !write(pending) { warnOnce("the catalog is in memory only") }
    } catch {
      warnOnce("\(error)")
    }
  }

  private mutating func warnOnce(_ reason: String) {
    if !hasWarned { warn("the \(noun) are not kept: \(reason)") }
    hasWarned = true
  }

  private mutating func content(of component: Component) -> UInt64 {
    let binary = (try? manager.details(of: component).binary) ?? ""
    return files.digest(binary: binary, bundle: component.bundle)
  }
}

/// A component in a bundle.
private struct KeptKey: Hashable {
  var component: String
  var bundle: String

  init(_ component: Component) { (self.component, bundle) = (component.uri, component.bundle) }

  init(_ result: some KeptResult) { (component, bundle) = (result.component, result.bundle) }

  init(_ subject: ValidationSubject) { (component, bundle) = (subject.component, subject.bundle) }
}

// MARK: - Validations

extension ResultKeeper<StoredValidation> {
  init(validating components: [Component], _ manager: ComponentManager) {
    self.init(manager, components, noun: "verdicts") { (rows) throws(ComponentManagerError) in try manager.keep(rows) }
  }

  /// The components without a verdict of at least this level for their current files.
  mutating func stale(_ components: [Component], level: ValidationLevel) throws -> [Component] {
    stale(
      components, among: try manager.validations(),
      isCurrent: { old in
        old.version == ValidationTest.version && ValidationLevel(rawValue: old.level).map { $0 >= level } == true
      },
      isShown: { $1.validation == $0.verdict })
  }

  /// Notes a report, to be kept.
  mutating func add(_ report: ValidationReport) {
    let manager = manager
    add(KeptKey(report.subject)) { component, content in
      let known = try? manager.validation(of: component)
      if let known, known.content == content, known.says(moreThan: report) { return known }
      return StoredValidation(
        component: component.uri, bundle: component.bundle, content: content, verdict: report.verdict.rawValue,
        level: report.level.rawValue, version: ValidationTest.version, seed: report.seed, findings: report.findings)
    }
  }
}

extension StoredValidation {
  /// Whether it comes from more tests than a report on the same files, and its verdict is no better.
  fileprivate func says(moreThan report: ValidationReport) -> Bool {
    let severity = ValidationVerdict.allCases
    guard version == ValidationTest.version, let level = ValidationLevel(rawValue: level), level > report.level,
      let own = ValidationVerdict(rawValue: verdict).flatMap(severity.firstIndex),
      let other = severity.firstIndex(of: report.verdict)
    else { return false }
    return own >= other
  }
}

extension ValidationReport {
  /// The tests whose outcome searches use, whatever it is: the keys `realtime` and `deterministic`.
  private static let asked: Set<ValidationTest> = [.realTime, .repeatability]

  /// The findings as a JSON array, with the passed tests that searches use.
  fileprivate var findings: String {
    let found = results.filter { result in
      result.outcome.problem != nil || result.outcome == .passed && Self.asked.contains(result.test)
    }
    return JSON.array(
      found.map { result in
        .object([
          ("test", .string(result.test.rawValue)), ("outcome", .string(result.outcome.word)),
          ("message", .optional(result.outcome.message)),
        ])
      }
    ).encoded
  }
}

// MARK: - Measurements

extension ResultKeeper<StoredMeasurement> {
  init(measuring components: [Component], _ manager: ComponentManager) {
    self.init(manager, components, noun: "measurements") { (rows) throws(ComponentManagerError) in
      try manager.keep(rows)
    }
  }

  /// The components that this machine has not measured with their current files.
  mutating func stale(_ components: [Component], on machine: String) throws -> [Component] {
    stale(
      components, among: try manager.measurements(),
      isCurrent: { old in
        // A component that took too long may not exceed another limit.
        old.version == MeasurementPlan.surveyVersion && old.machine == machine
          && MeasurementOutcome(rawValue: old.outcome) != .timedOut
      },
      isShown: { $1.cost == $0.cost })
  }

  /// Notes a report, to be kept.
  mutating func add(_ report: MeasurementReport, on machine: String) {
    add(KeptKey(report.component)) { component, content in
      var row = StoredMeasurement(
        component: component.uri, bundle: component.bundle, content: content, outcome: report.outcome.rawValue,
        reason: report.reason, version: MeasurementPlan.surveyVersion, machine: machine)
      row.cost = report.cost
      row.latency = report.latency
      row.reportedLatency = report.reportedLatency
      row.loadTime = report.loadTime
      row.memory = report.memory
      return row
    }
  }
}
