internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import ComponentValidation

/// Reports for people: all findings for a single component, and only the faults for several.
struct TextValidationPrinter: ValidationPrinter {
  let terminal: Terminal
  let isAlone: Bool
  let level: ValidationLevel
  let seed: UInt64

  func text(_ report: ValidationReport) -> String {
    if !isAlone && report.verdict == .passed { return "" }
    let subject = report.subject
    let uri = subject.name == subject.component ? "" : " (\(Escaping.escaped(subject.component)))"
    let head = "\(colored(report.verdict)) \(terminal.bold(Escaping.escaped(subject.name)))\(uri)"
    let lines = report.results.compactMap { result -> String? in
      guard let message = result.outcome.message, isShown(result.outcome, report) else { return nil }
      return "  \(result.test.rawValue): \(Escaping.escaped(message))\(note(result.outcome))\n"
    }
    let unique = report.verdict == .skipped ? Array(lines.prefix(1)) : lines
    return "\(head)\n" + unique.joined()
  }

  private func isShown(_ outcome: ValidationOutcome, _ report: ValidationReport) -> Bool {
    switch outcome {
    case .passed: false
    case .found(let problem): isAlone || problem.verdict != nil
    case .unrepeated: isAlone
    case .skipped: isAlone || report.verdict == .skipped
    }
  }

  /// The kind of line, if it isn't obvious.
  private func note(_ outcome: ValidationOutcome) -> String {
    switch outcome {
    case .found(let problem) where problem.verdict == nil: terminal.dim(" (a fact)")
    case .skipped: terminal.dim(" (skipped)")
    default: ""
    }
  }

  private func colored(_ verdict: ValidationVerdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .skipped: terminal.dim("skipped")
    case .warned: terminal.yellow("warned")
    case .failed, .crashed: terminal.red(verdict.rawValue)
    case .timedOut: terminal.red("timed out")
    }
  }

  func end(_ verdicts: [ValidationVerdict: Int]) -> String {
    let words: [ValidationVerdict: String] = [.timedOut: "timed out"]
    let counts = ValidationVerdict.allCases.compactMap { verdict in
      verdicts[verdict].map { "\($0) \(words[verdict] ?? verdict.rawValue)" }
    }
    let all = Count.text(verdicts.values.reduce(0, +), "component")
    if counts.isEmpty { return "\(all) to validate\n" }
    return "\(all): \(counts.joined(separator: ", ")); level \(level.rawValue), seed \(seed)\n"
  }
}
