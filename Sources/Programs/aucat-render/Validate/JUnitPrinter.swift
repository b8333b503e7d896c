internal import ComponentValidation

/// Reports as the XML that JUnit's Ant task writes, which servers for continuous integration read: a suite for each component.
struct JUnitPrinter: ValidationPrinter {
  var beginning: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" }

  func end(_ verdicts: [ValidationVerdict: Int]) -> String { "</testsuites>\n" }

  func text(_ report: ValidationReport) -> String {
    let verdicts = report.results.compactMap { $0.outcome.problem?.verdict }
    let counts = [
      ("tests", report.results.count), ("failures", verdicts.count { $0 == .failed }),
      ("errors", verdicts.count(where: \.isFatal)),
      ("skipped", report.results.count { if case .skipped = $0.outcome { true } else { false } }),
    ]
    let attributes = counts.map { " \($0.0)=\"\($0.1)\"" }.joined()
    let name = Self.escaped(report.subject.component)
    return "  <testsuite name=\"\(name)\"\(attributes)>\n"
      + "    <properties><property name=\"seed\" value=\"\(report.seed)\"/></properties>\n"
      + report.results.map { testCase($0, of: name) }.joined() + "  </testsuite>\n"
  }

  private func testCase(_ result: ValidationReport.TestResult, of component: String) -> String {
    let head = "    <testcase classname=\"\(component)\" name=\"\(result.test.rawValue)\""
    guard let message = result.outcome.message.map(Self.escaped) else { return head + "/>\n" }
    let inner =
      switch result.outcome {
      case .skipped: "<skipped message=\"\(message)\"/>"
      case .found(let problem) where problem.verdict == .failed: "<failure message=\"\(message)\"/>"
      case .found(let problem) where problem.verdict?.isFatal == true: "<error message=\"\(message)\"/>"
      default: "<system-out>\(result.outcome.word): \(message)</system-out>"
      }
    return "\(head)>\(inner)</testcase>\n"
  }

  /// A text as XML 1.0 allows it; control characters, which it doesn't, become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      case _ where scalar.value < 0x20: escaped += scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
