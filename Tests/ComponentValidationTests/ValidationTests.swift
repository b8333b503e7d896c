import ComponentModel
import ComponentValidation
import Foundation
import TestSupport
import Testing

/// What a validation promises whatever the component does.
@Suite(.endsIfItHangs) struct ValidationTests {
  let plugins = TestedPlugins()

  @Test(arguments: ["gain-stereo", "generator", "midi-gate", "fixed-block", "worker", "state", "side-chain", "live"])
  func aPluginThatKeepsItsPromisesPasses(name: String) throws {
    let report = try plugins.validate(name, at: .strict)
    #expect(report.verdict == .passed && report.objections == [], "\(report.results)")
    #expect(report.word(.runs) == "passed" && report.word(.parameters) == "passed")
  }

  @Test(arguments: ["hang-run", "spin-run", "hang-instantiate"]) func aHangingPluginCostsItsOwnLimit(name: String)
    throws
  {
    let start = ContinuousClock.now
    let report = try plugins.validate(name, seconds: 1)
    #expect(report.verdict == .timedOut)
    #expect(report.objections == [name == "hang-instantiate" ? .instantiates : .runs])
    // Two runs, and what the machine needs to end them.
    #expect(.now - start < .seconds(60))
  }

  @Test func aFeatureThatIsMissingLeavesItUntested() throws {
    let report = try plugins.validate("unknown-feature")
    #expect(report.verdict == .skipped && report.objection?.contains("urn:aucat:test:nosuch") == true)
    #expect(report.word(.loads) == "passed" && report.word(.finite) == "skipped")
  }

  @Test func aProcessThatIsKilledTwiceHasCrashed() throws {
    let report = try plugins.validate("killed")
    #expect(report.verdict == .crashed && report.objections == [.runs] && report.problem(.runs)?.kind == .killed)
  }

  /// Everything is tested without the cleanup that crashes.
  @Test(arguments: ["crash-cleanup", "exit-cleanup"]) func aCrashLeavesTheOtherTests(name: String) throws {
    let report = try plugins.validate(name, at: .normal)
    #expect(report.verdict == .crashed && report.objections == [.cleanup])
    // It has neither CV outputs nor presets.
    let others = report.results.filter {
      ![.cleanup, .leaks, .state, .signalOutputs, .presets].contains($0.test)
    }
    #expect(others.allSatisfy { $0.outcome == .passed }, "\(others)")
    #expect(report.word(.leaks) == "skipped" && report.word(.state) == "skipped")
  }

  @Test func aCrashInItsRunLeavesNothingToTest() throws {
    let after = try plugins.validate("crash-run")
    #expect(after.word(.finite) == "skipped" && after.word(.loads) == "passed")
  }

  /// A plugin that crashes, prints or changes its process has no effect on ours.
  @Test func nothingIsLeftBehind() throws {
    for name in ["forks", "atexit", "prints", "closes-descriptors", "scribbles"] {
      _ = try plugins.validate(name)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: plugins.folder.path)
    #expect(left.filter { $0.hasPrefix("aucat-validation") } == [])
  }

  /// Each copy would copy itself again in the next test.
  @Test func aCopyOfTheProcessMakesNoTests() throws {
    // With other parameters, the original exits.
    let report = try plugins.validate("forks-in-run", [.rates, .blocks, .signals, .instances, .threads], at: .normal)
    #expect(report.verdict == .passed, "\(report.results)")
  }

  @Test func closedDescriptorsAreToldFromACrash() throws {
    let report = try plugins.validate("closes-descriptors")
    #expect(report.verdict == .warned)
    #expect(report.results.compactMap(\.outcome.problem).map(\.kind) == [.changedProcess])
  }

  /// The plugin's `setlocale(LC_ALL, "")` would change nothing in the locale of C.
  @Test func theUsersLocaleChangesNoVerdict() throws {
    let report = try plugins.validate("changes-locale", environment: ["LANG": "C", "LC_ALL": "C"])
    #expect(report.problem(.process)?.texts == ["the locale"])
  }

  @Test(arguments: ["fixed-block", "power-of-two"]) func blocksThatCannotDifferAreNotCompared(name: String) throws {
    let report = try plugins.validate(name, [.blocks, .blockIndependence], at: .normal)
    #expect(report.word(.blocks) == "passed" && report.word(.blockIndependence) == "skipped")
  }

  @Test func aFolderThatCannotBeUsedIsNamed() {
    #expect(throws: Validator.Failure.self) {
      try plugins.validate("gain-mono", environment: ["TMPDIR": "/dev/null/none"])
    }
  }

  @Test func theSeedIsReported() throws {
    #expect(try plugins.validate("gain-mono", seed: .max).json.encoded.contains(#""seed":"18446744073709551615""#))
  }

  @Test func aLevelHasTheTestsOfThoseBefore() {
    let levels = ValidationLevel.allCases.map { ValidationTest.all(at: $0) }
    #expect(levels.allSatisfy { !$0.isEmpty } && levels.last == ValidationTest.allCases)
    for (level, next) in zip(levels, levels.dropFirst()) { #expect(Set(level).isStrictSubset(of: next)) }
  }

  /// The page lists each test with its level and its promise, and each verdict.
  @Test func thePageListsTheTests() throws {
    let page = try String(contentsOfFile: Repository.path("schema/validation.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tests = rows.filter { $0.count == 4 }
    #expect(tests.map { $0[0] } == ValidationTest.allCases.map { "`\($0.rawValue)`" })
    #expect(tests.map { $0[1] } == ValidationTest.allCases.map(\.level.rawValue))
    #expect(tests.map { $0[2] } == ValidationTest.allCases.map(\.promise))
    #expect(
      rows.filter { $0.count == 3 }.map { $0[0] }
        == ["passed", "warned", "failed", "timedOut", "crashed", "skipped"].map { "`\($0)`" })
  }
}
