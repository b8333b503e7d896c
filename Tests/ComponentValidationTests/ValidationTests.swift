import ComponentModel
import ComponentValidation
import Foundation
import TestSupport
import Testing

/// What a validation promises whatever the component does.
@Suite(.part(.checks), .endsIfItHangs) struct ValidationTests {
  let plugins = TestedPlugins()

  @Test(arguments: ["gain-stereo", "generator", "midi-gate", "fixed-block", "worker", "state", "side-chain", "live"])
  func aPluginThatKeepsItsPromisesPasses(name: String) throws {
    let report = try plugins.validate(name, at: .strict)
    verify(report.verdict == .passed && report.objections == [], "\(report.results)")
    verify(report.word(.runs) == "passed" && report.word(.parameters) == "passed")
  }

  @Test(arguments: ["hang-run", "spin-run", "hang-instantiate"]) func aHangingPluginCostsItsOwnLimit(name: String)
    throws
  {
    let start = ContinuousClock.now
    let report = try plugins.validate(name, seconds: 1)
    verify(report.verdict, equals: .timedOut)
    verify(report.objections, equals: [name == "hang-instantiate" ? .instantiates : .runs])
    // Two runs, and what the machine needs to end them.
    verify(.now - start < .seconds(60))
  }

  @Test func aFeatureThatIsMissingLeavesItUntested() throws {
    let report = try plugins.validate("unknown-feature")
    verify(report.verdict == .skipped && report.objection?.contains("urn:aucat:test:nosuch") == true)
    verify(report.word(.loads) == "passed" && report.word(.finite) == "skipped")
  }

  @Test func aProcessThatIsKilledTwiceHasCrashed() throws {
    let report = try plugins.validate("killed")
    verify(report.verdict == .crashed && report.objections == [.runs] && report.problem(.runs)?.kind == .killed)
  }

  /// Everything is tested without the cleanup that crashes.
  @Test(arguments: ["crash-cleanup", "exit-cleanup"]) func aCrashLeavesTheOtherTests(name: String) throws {
    let report = try plugins.validate(name, at: .normal)
    verify(report.verdict == .crashed && report.objections == [.cleanup])
    // It has neither CV outputs nor presets.
    let others = report.results.filter {
      ![.cleanup, .leaks, .state, .signalOutputs, .presets].contains($0.test)
    }
    verify(others.allSatisfy { $0.outcome == .passed }, "\(others)")
    verify(report.word(.leaks) == "skipped" && report.word(.state) == "skipped")
  }

  @Test func aCrashInItsRunLeavesNothingToTest() throws {
    let after = try plugins.validate("crash-run")
    verify(after.word(.finite) == "skipped" && after.word(.loads) == "passed")
  }

  /// A plugin that crashes, prints or changes its process has no effect on ours.
  @Test func nothingIsLeftBehind() throws {
    for name in ["forks", "atexit", "prints", "closes-descriptors", "scribbles"] {
      _ = try plugins.validate(name)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: plugins.folder.path)
    verify(left.filter { $0.hasPrefix("aucat-validation") }, equals: [])
  }

  /// Each copy would copy itself again in the next test.
  @Test func aCopyOfTheProcessMakesNoTests() throws {
    // With other parameters, the original exits.
    let report = try plugins.validate("forks-in-run", [.rates, .blocks, .signals, .instances, .threads], at: .normal)
    verify(report.verdict, equals: .passed, "\(report.results)")
  }

  @Test func closedDescriptorsAreToldFromACrash() throws {
    let report = try plugins.validate("closes-descriptors")
    verify(report.verdict, equals: .warned)
    verify(report.results.compactMap(\.outcome.problem).map(\.kind), equals: [.changedProcess])
  }

  /// The plugin's `setlocale(LC_ALL, "")` would change nothing in the locale of C.
  @Test func theUsersLocaleChangesNoVerdict() throws {
    let report = try plugins.validate("changes-locale", environment: ["LANG": "C", "LC_ALL": "C"])
    verify(report.problem(.process)?.texts, equals: ["the locale"])
  }

  @Test(arguments: ["fixed-block", "power-of-two"]) func blocksThatCannotDifferAreNotCompared(name: String) throws {
    let report = try plugins.validate(name, [.blocks, .blockIndependence], at: .normal)
    verify(report.word(.blocks) == "passed" && report.word(.blockIndependence) == "skipped")
  }

  @Test func aFolderThatCannotBeUsedIsNamed() {
    verify(throws: Validator.Failure.self) {
      try plugins.validate("gain-mono", environment: ["TMPDIR": "/dev/null/none"])
    }
  }

  @Test func theSeedIsReported() throws {
    try verify(plugins.validate("gain-mono", seed: .max).json.encoded.contains(#""seed":"18446744073709551615""#))
  }

  @Test func aLevelHasTheTestsOfThoseBefore() {
    let levels = ValidationLevel.allCases.map { ValidationTest.all(at: $0) }
    verify(levels.allSatisfy { !$0.isEmpty } && levels.last == ValidationTest.allCases)
    for (level, next) in zip(levels, levels.dropFirst()) { verify(Set(level).isStrictSubset(of: next)) }
  }

  /// The page lists each test with its level and its promise, and each verdict.
  @Test func thePageListsTheTests() throws {
    let page = try String(contentsOfFile: Repository.path("schema/validation.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tests = rows.filter { $0.count == 4 }
    verify(tests.map { $0[0] }, equals: ValidationTest.allCases.map { "`\($0.rawValue)`" })
    verify(tests.map { $0[1] }, equals: ValidationTest.allCases.map(\.level.rawValue))
    verify(tests.map { $0[2] }, equals: ValidationTest.allCases.map(\.promise))
    verify(
      rows.filter { $0.count == 3 }.map { $0[0] },
      equals: ["passed", "warned", "failed", "timedOut", "crashed", "skipped"].map { "`\($0)`" })
  }
}
