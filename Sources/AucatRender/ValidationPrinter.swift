internal import AudioComponents
internal import ComponentValidation

/// Prints the reports of a validation.
protocol ValidationPrinter {
  /// What comes before the reports.
  var beginning: String { get }
  func text(_ report: ValidationReport) -> String
  /// What comes after the reports.
  ///
  /// - Parameter verdicts: how many components have each verdict.
  func end(_ verdicts: [ValidationVerdict: Int]) -> String
}

extension ValidationPrinter {
  var beginning: String { "" }

  func end(_ verdicts: [ValidationVerdict: Int]) -> String { "" }
}

/// JSON Lines.
struct JSONValidationPrinter: ValidationPrinter {
  func text(_ report: ValidationReport) -> String { report.json.encoded + "\n" }
}
