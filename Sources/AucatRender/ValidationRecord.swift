internal import AucatCommands
internal import AudioComponents
internal import ComponentValidation
internal import Linux

/// The verdicts that the catalog keeps, and those that it is to keep.
struct ValidationRecord {
  private let manager: ComponentManager
  private let level: ValidationLevel
  private let components: [ValidationKey: Component]
  private var files = FileDigests()
  private var pending: [StoredValidation] = []
  private var hasWarned = false

  /// A component in a bundle.
  private struct ValidationKey: Hashable {
    var component: String
    var bundle: String
  }

  /// How many verdicts are kept at once: an interrupted validation loses no more.
  private static let most = 32

  init(_ manager: ComponentManager, _ components: [Component], level: ValidationLevel) {
    self.manager = manager
    self.level = level
    let pairs = components.map { (ValidationKey(component: $0.uri, bundle: $0.bundle), $0) }
    self.components = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The components without a verdict of at least this level on their present files.
  mutating func stale(_ components: [Component]) throws -> [Component] {
    let stored = try manager.validations()
    let known = Dictionary(
      stored.map { (ValidationKey(component: $0.component, bundle: $0.bundle), $0) }, uniquingKeysWith: { $1 })
    return components.filter { component in
      guard let old = known[ValidationKey(component: component.uri, bundle: component.bundle)],
        old.version == ValidationTest.version, ValidationLevel(rawValue: old.level).map({ $0 >= level }) == true,
        content(of: component) == old.content
      else { return true }
      // A scan has forgotten it, but the files are the same after all.
      if component.validation != old.verdict { pending.append(old) }
      return false
    }
  }

  /// Notes a report, to be kept.
  mutating func add(_ report: ValidationReport) {
    let key = ValidationKey(component: report.subject.component, bundle: report.subject.bundle)
    guard let component = components[key] else { return }
    pending.append(
      StoredValidation(
        component: component.uri, bundle: component.bundle, content: content(of: component),
        verdict: report.verdict.rawValue, level: report.level.rawValue, version: ValidationTest.version,
        seed: report.seed, findings: report.findings))
    if pending.count >= Self.most { keep() }
  }

  /// Keeps what has been noted. Where the catalog can't be written, that is said once, and the verdicts are lost.
  mutating func keep() {
    guard !pending.isEmpty else { return }
    defer { pending = [] }
    do throws(ComponentManagerError) {
      if try !manager.keep(pending) { lament("the catalog is in memory only") }
    } catch {
      lament("\(error)")
    }
  }

  private mutating func lament(_ reason: String) {
    if !hasWarned { warn("the verdicts are not kept: \(reason)") }
    hasWarned = true
  }

  private mutating func content(of component: Component) -> UInt64 {
    let binary = (try? manager.details(of: component).binary) ?? ""
    return files.digest(binary: binary, bundle: component.bundle)
  }
}

extension ValidationReport {
  /// The tests whose outcome searches use, whatever it is: the keys `realtime` and `deterministic`.
  private static let asked: Set<ValidationTest> = [.realTime, .repeatability]

  /// What was found, as a JSON array, with the passes that searches use.
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
