internal import ComponentModel

/// A child's reports about its tests.
final class TestLog {
  private var lines = JSONLinesOutput()
  /// The tests whose results are wanted.
  let wanted: Set<ValidationTest>
  private var test = ValidationTest.loads

  init(wanted: Set<ValidationTest>) { self.wanted = wanted }

  /// Whether the result of one of these tests is wanted.
  func wants(_ tests: ValidationTest...) -> Bool { !wanted.isDisjoint(with: tests) }

  /// Announces a test during which the component may terminate this process.
  func begin(_ test: ValidationTest) {
    CopiedProcess.end()
    self.test = test
    lines.tell(("step", .object([("test", .string(test.rawValue))])))
  }

  /// Announces a part of the current test.
  func begin(_ condition: String) {
    lines.tell(
      ("step", .object([("test", .string(test.rawValue)), ("condition", .string(condition))])))
  }

  /// Reports the finding of a test; nil for none.
  func report(_ test: ValidationTest, _ problem: ValidationProblem?) {
    guard wanted.contains(test) else { return }
    CopiedProcess.end()
    lines.tell(("test", .string(test.rawValue)), ("problem", problem?.json ?? .null))
  }

  /// Reports why a test can't be run.
  func skip(_ test: ValidationTest, _ reason: String) {
    guard wanted.contains(test) else { return }
    lines.tell(("test", .string(test.rawValue)), ("skipped", .string(reason)))
  }

  /// Reports that all tests are done.
  func end() { lines.tell(("done", .bool(true))) }
}
