internal import AucatCommands
internal import AucatProgram
internal import ComponentValidation

/// Reports for readers of TAP 14: a subtest for each component.
final class TAPPrinter: ValidationPrinter {
  private let count: Int
  private var number = 0

  init(count: Int) { self.count = count }

  var beginning: String { "TAP version 14\n1..\(count)\n" }

  /// The line that ends the output if reports are missing.
  static var interruption: String { "Bail out! interrupted\n" }

  func text(_ report: ValidationReport) -> String {
    number += 1
    let name = Self.escaped("\(report.subject.name) (\(report.subject.component))")
    var text = "# Subtest: \(name)\n    1..\(report.results.count)\n"
    for (index, result) in report.results.enumerated() { text += line(index + 1, result) }
    let skip = report.objection.map { " # SKIP \(Self.escaped($0))" } ?? ""
    return text + "\(Self.isOK(report.verdict) ? "ok" : "not ok") \(number) - \(name)\(skip)\n"
  }

  private func line(_ number: Int, _ result: ValidationReport.TestResult) -> String {
    let message = result.outcome.message.map(Self.escaped)
    let word = result.outcome.problem?.verdict.map(Self.isOK) ?? true ? "ok" : "not ok"
    let end: String
    switch result.outcome {
    case .passed: end = ""
    case .skipped: end = " # SKIP \(message ?? "")"
    case .found, .unrepeated:
      let quoted = Escaping.doubled("'", in: Escaping.escaped(result.outcome.message ?? ""))
      end = "\n      ---\n      severity: \(result.outcome.word)\n      message: '\(quoted)'\n      ..."
    }
    return "    \(word) \(number) - \(result.test.rawValue)\(end)\n"
  }

  /// A warning isn't a failure in TAP, but is reported.
  private static func isOK(_ verdict: ValidationVerdict) -> Bool { [.passed, .warned, .skipped].contains(verdict) }

  /// Escapes a text, in which `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    Escaping.escaped(text).unicodeScalars.reduce(into: "") { $0 += $1 == "#" || $1 == "\\" ? "\\\($1)" : "\($1)" }
  }
}
