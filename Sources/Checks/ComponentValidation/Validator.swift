package import Linux

/// Validates components, each in processes of its own.
package struct Validator: Sendable {
  /// How components are to be validated.
  package struct Options: Sendable {
    /// The level of the tests to run.
    package var level = ValidationLevel.normal
    /// The tests of the level to run; nil for all.
    package var tests: [ValidationTest]?
    /// The seed of the random numbers.
    package var seed: UInt64 = 1
    /// The time limit of each part of a test, in seconds.
    package var seconds = 10.0
    /// The directories whose bundles may be loaded; nil for any.
    package var directories: [String]?
    /// The program to run as each child; it calls ``ValidationChild/runIfAsked(_:)`` first.
    package var program = ProgramLocation.executable
    /// The environment of this process.
    package var environment: [String: String]

    /// The tests to run, in order.
    var chosen: [ValidationTest] {
      ValidationTest.all(at: level).filter { tests?.contains($0) != false }
    }

    package init(environment: [String: String]) { self.environment = environment }

    /// A folder for a component.
    func scratch() throws(Failure) -> Scratch {
      do throws(Scratch.Failure) {
        return try Scratch(TemporaryDirectory.validationPrefix, environment)
      } catch {
        throw .noFolder(error.directory, error.error)
      }
    }
  }

  /// Why components can't be validated.
  package enum Failure: Error, Hashable, Sendable {
    /// No child can be started.
    case noChild(ChildProcess.Failure)
    /// No folder can be created in this directory for temporary files.
    case noFolder(String, SystemError)
  }

  /// How components are to be validated.
  package let options: Options

  /// A validator with these options.
  package init(_ options: Options) { self.options = options }

  /// Removes the folders of validations that were killed.
  package func removeAbandoned() { Scratch.removeAbandoned(TemporaryDirectory.validationPrefix, options.environment) }

  /// Validates a component. A finding is reported only if the test finds it again. Blocks the calling thread.
  ///
  /// - Parameter isCancelled: called several times a second.
  /// - Returns: nil if it was cancelled.
  /// - Throws: ``Failure`` if no child can be started.
  package func validate(
    _ subject: ValidationSubject, isCancelled: () -> Bool = { false }
  ) throws(Failure) -> ValidationReport? {
    var validation = RepeatedTests(subject: subject, options: options)
    try validation.make(options.chosen, isCancelled)
    if isCancelled() { return nil }
    try validation.repeatFindings(isCancelled)
    if isCancelled() { return nil }
    return ValidationReport(
      subject: subject, level: options.level, seed: options.seed,
      results: options.chosen.map { test in
        ValidationReport.TestResult(test: test, outcome: validation.outcomes[test] ?? validation.unreached)
      })
  }
}
