internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import BundleLint
internal import ComponentValidation

/// Findings as text, by subject.
struct LintPrinter {
  let lint: BundleLint
  let terminal: Terminal
  let showsAll: Bool
  /// The maximum number of findings of a rule to show for a subject.
  private static let shown = 3

  var text: String {
    var text = ""
    for (subject, findings) in groups {
      text += terminal.bold(Escaping.escaped(subject)) + "\n"
      for run in runs(findings) { text += lines(of: run) }
      text += "\n"
    }
    return text + summary + "\n"
  }

  /// The findings from running the plugins.
  func text(_ reports: [ValidationReport]) -> String {
    let printer = TextValidationPrinter(
      terminal: terminal, isAlone: reports.count == 1, level: reports.first?.level ?? .normal,
      seed: reports.first?.seed ?? 1)
    let verdicts = Dictionary(reports.map { ($0.verdict, 1) }, uniquingKeysWith: +)
    return reports.map(printer.text).joined() + printer.end(verdicts)
  }

  /// The lint as a line of JSON, with the reports of runs, if there were any.
  func json(with reports: [ValidationReport]?) -> String {
    guard let reports, case .object(let members) = lint.json else { return lint.json.encoded + "\n" }
    return JSON.object(members + [("validations", .array(reports.map(\.json)))]).encoded + "\n"
  }

  /// The findings by subject, in order.
  private var groups: [(String, [Finding])] {
    lint.findings.reduce(into: []) { groups, finding in
      let subject = finding.subject ?? lint.bundle
      if groups.last?.0 != subject { groups.append((subject, [])) }
      groups[groups.count - 1].1.append(finding)
    }
  }

  /// The findings by rule.
  private func runs(_ findings: [Finding]) -> [[Finding]] {
    findings.reduce(into: []) { runs, finding in
      if runs.last?.last?.rule != finding.rule { runs.append([]) }
      runs[runs.count - 1].append(finding)
    }
  }

  private func lines(of run: [Finding]) -> String {
    let isFolded = !showsAll && run.count > Self.shown
    let shown = isFolded ? Array(run.prefix(Self.shown)) : run
    let more =
      isFolded
      ? "    " + terminal.dim("and \(run.count - Self.shown) more of \(run[0].rule.rawValue); --all shows them") + "\n"
      : ""
    return shown.map(lines).joined() + more
  }

  private func lines(of finding: Finding) -> String {
    let port = finding.port.map { "port `\($0)`: " } ?? ""
    let severity = colored(finding.rule.severity.rawValue, finding.rule.severity)
    var text = "  \(severity) \(finding.rule.rawValue): \(Escaping.escaped(port + finding.message))\n"
    let file = Escaping.escaped(finding.file)
    if let replaced = finding.replaces { text += "    \(file): instead of \(Escaping.escaped(replaced))\n" }
    text += "    \(file): \(Escaping.escaped(finding.line))\n"
    return text
  }

  private func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: terminal.red(text)
    case .warning: terminal.yellow(text)
    case .note: terminal.dim(text)
    }
  }

  private var summary: String {
    let counts = Severity.allCases.map { severity in
      Count.text(lint.findings.count { $0.rule.severity == severity }, severity.rawValue)
    }
    let plugins = Count.text(lint.plugins.count, "plugin")
    return "\(Escaping.escaped(lint.bundle)): \(counts.joined(separator: ", ")) in \(plugins)"
  }

  /// All rules with severity and summary, as a table or as JSON.
  static func rules(isJSON: Bool) -> String {
    if isJSON { return Rule.json.encoded + "\n" }
    return Table.aligned(Rule.allCases.map { [$0.rawValue, $0.severity.rawValue, $0.summary] })
  }
}
