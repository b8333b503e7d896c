internal import AucatProgram
internal import AudioComponents

/// Something that `aucat doctor` has found.
struct Finding: Equatable {
  /// The severity of a finding.
  enum Severity: String {
    /// Something is wrong, and the remedy fixes it.
    case problem
    /// Nothing is wrong, but people may want to know.
    case note
  }

  /// The name of the check.
  var check = ""
  let severity: Severity
  /// The path or URI that it concerns; nil for the machine.
  let subject: String?
  let message: String
  /// The remedy for a person to apply.
  let remedy: String
  /// The fix that `--fix` applies; nil if it is left to the person.
  let fix: Fix?

  static func problem(_ subject: String?, _ message: String, remedy: String, fix: Fix? = nil) -> Finding {
    Finding(severity: .problem, subject: subject, message: message, remedy: remedy, fix: fix)
  }

  static func note(_ subject: String?, _ message: String, remedy: String) -> Finding {
    Finding(severity: .note, subject: subject, message: message, remedy: remedy, fix: nil)
  }
}

/// The result of `aucat doctor`, for people and for programs.
struct DoctorReport {
  let findings: [Finding]
  let repairs: [Repair]
  let versions: Versions

  /// Whether there is no problem.
  var isHealthy: Bool { !findings.contains { $0.severity == .problem } }

  func text(_ terminal: Terminal) -> String {
    let repaired = repairs.map { lines(of: $0, terminal) }.joined()
    let found = findings.map { lines(of: $0, terminal) }.joined()
    return repaired + found + versions.line + "\n" + summary + "\n"
  }

  private func lines(of repair: Repair, _ terminal: Terminal) -> String {
    let messages = repair.messages.map { "         \(Escaping.escaped($0))\n" }.joined()
    guard let failure = repair.failure else { return "fixed    \(Escaping.escaped(repair.action))\n" + messages }
    return terminal.red("failed") + "   \(Escaping.escaped("\(repair.action): \(failure)"))\n" + messages
  }

  private func lines(of finding: Finding, _ terminal: Terminal) -> String {
    let word = finding.severity == .problem ? terminal.red("problem") : terminal.dim("note") + "   "
    let subject = finding.subject.map { $0 + ": " } ?? ""
    return "\(word)  \(finding.check): \(Escaping.escaped(subject + finding.message))\n"
      + "         \(Escaping.escaped(finding.remedy))\n"
  }

  private var summary: String {
    let problems = findings.count { $0.severity == .problem }
    let notes = findings.count - problems
    return (problems == 0 ? "all is well" : Count.text(problems, "problem"))
      + (notes == 0 ? "" : ", " + Count.text(notes, "note"))
  }

  /// One JSON object; its keys are a contract.
  func json(_ manager: ComponentManager) -> String {
    JSON.object([
      ("healthy", .bool(isHealthy)), ("findings", .array(findings.map(Self.json))),
      ("repairs", .array(repairs.map(Self.json))), ("versions", versions.json),
      ("catalog", .optional(manager.catalogPath)), ("userStore", .optional(manager.userStorePath)),
      ("results", .optional(manager.resultsPath)),
      ("searchPath", .strings(manager.configuration.searchDirectories)),
    ]).encoded + "\n"
  }

  private static func json(_ finding: Finding) -> JSON {
    .object([
      ("check", .string(finding.check)), ("severity", .string(finding.severity.rawValue)),
      ("subject", .optional(finding.subject)), ("message", .string(finding.message)),
      ("remedy", .string(finding.remedy)), ("fixable", .bool(finding.fix != nil)),
    ])
  }

  private static func json(_ repair: Repair) -> JSON {
    .object([
      ("action", .string(repair.action)), ("done", .bool(repair.failure == nil)),
      ("failure", .optional(repair.failure)), ("messages", .strings(repair.messages)),
    ])
  }
}

/// The versions of this program, and of the libraries that it links, as they state them.
struct Versions {
  private let known: [(key: String, name: String, version: String)]

  init() {
    let parts = ComponentManager.versions
    known = [
      ("aucat", "aucat", Aucat.version), ("catalogSchema", "catalog schema", "\(parts.catalogSchema)"),
      ("userSchema", "user schema", "\(parts.userSchema)"), ("scanner", "scanner", "\(parts.scanner)"),
      ("sqlite", "SQLite", parts.sqlite), ("icu", "ICU", parts.icu),
    ]
  }

  /// All versions on one line.
  var line: String { known.map { "\($0.name) \($0.version)" }.joined(separator: ", ") }

  var json: JSON { .object(known.map { ($0.key, .string($0.version)) }) }
}
