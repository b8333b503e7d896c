import ComponentValidation
import Foundation
import RenderChain
import TestSupport
import Testing

/// The test plugins, to be validated in processes of their own.
struct TestedPlugins {
  let folder = TemporaryFolder()
  private let bundle: String

  init() { bundle = TestPlugins.install(in: folder) }

  /// A stage of a chain.
  func stage(_ name: String, _ parameters: [String: Float] = [:]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  /// Validates a plugin.
  ///
  /// - Parameters:
  ///   - tests: the tests to make beside the basic ones; nil for all of a level.
  ///   - other: the plugin's bundle; nil for that of the test plugins.
  ///   - environment: what is added to the environment.
  func validate(
    _ name: String, _ tests: [ValidationTest]? = nil, at level: ValidationLevel = .quick, seconds: Double = 20,
    seed: UInt64 = 1, environment: [String: String] = [:], bundle other: String? = nil
  ) throws -> ValidationReport {
    let own = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": folder.path]
    var options = Validator.Options(environment: own.merging(environment) { $1 })
    options.level = level
    options.tests = tests
    options.seconds = seconds
    options.seed = seed
    // The test's own program can't be a child of a validation.
    options.program = Child.products + "/aucat-render"
    let subject = ValidationSubject(component: TestPlugins.uri(name), name: name, bundle: other ?? bundle)
    return try demand(Validator(options).validate(subject))
  }
}

extension ValidationReport {
  /// What was found in a test.
  func problem(_ test: ValidationTest) -> ValidationProblem? {
    results.first { $0.test == test }?.outcome.problem
  }

  /// The tests that found something that is held against the component.
  var objections: [ValidationTest] { results.filter { $0.outcome.problem?.verdict != nil }.map(\.test) }

  /// How a test ended, in a word.
  func word(_ test: ValidationTest) -> String? { results.first { $0.test == test }?.outcome.word }
}
