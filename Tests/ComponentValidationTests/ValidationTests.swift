import ComponentModel
import ComponentValidation
import Foundation
import TestSupport
import Testing

/// What a validation promises whatever the component does.
@Suite(.endsIfItHangs) struct ValidationTests {
  let plugins = TestedPlugins()

  @Test func aPluginThatKeepsItsPromisesPassesAndOneThatCrashesDoesNot() throws {
    try checkThatItPasses("gain-stereo", at: .quick)
    let report = try plugins.validate("crash-run")
    verify(report.verdict == .crashed && report.objections == [.runs])
    verify(report.word(.finite) == "skipped" && report.word(.loads) == "passed", "nothing is left to test")
  }

  @Test(
    .part(.checks),
    arguments: ["gain-stereo", "generator", "midi-gate", "fixed-block", "worker", "state", "side-chain", "live"])
  func aPluginThatKeepsItsPromisesPasses(name: String) throws { try checkThatItPasses(name, at: .strict) }

  private func checkThatItPasses(_ name: String, at level: ValidationLevel) throws {
    let report = try plugins.validate(name, at: level)
    verify(report.verdict == .passed && report.objections == [], "\(report.results)")
    verify(report.word(.runs), equals: "passed")
  }

  @Test(.part(.checks), arguments: ["hang-run", "spin-run", "hang-instantiate"])
  func aHangingPluginCostsItsOwnLimit(name: String) throws {
    let start = ContinuousClock.now
    let report = try plugins.validate(name, seconds: 1)
    verify(report.verdict == .timedOut && report.objections == [name == "hang-instantiate" ? .instantiates : .runs])
    // Two runs, and what the machine needs to end them.
    verify(.now - start < .seconds(60))
  }

  /// Everything is tested without the cleanup that crashes.
  @Test(.part(.checks), arguments: ["crash-cleanup", "exit-cleanup"])
  func aCrashLeavesTheOtherTests(name: String) throws {
    let report = try plugins.validate(name, at: .normal)
    verify(report.verdict == .crashed && report.objections == [.cleanup])
    // It has neither CV outputs nor presets.
    let others = report.results.filter { ![.cleanup, .leaks, .state, .signalOutputs, .presets].contains($0.test) }
    verify(others.allSatisfy { $0.outcome == .passed }, "\(others)")
    verify(report.word(.leaks) == "skipped" && report.word(.state) == "skipped")
  }

  @Test(.part(.checks)) func whatChangesItsProcessIsFoundAndLeavesNothingBehind() throws {
    let killed = try plugins.validate("killed")
    verify(killed.verdict == .crashed && killed.objections == [.runs] && killed.problem(.runs)?.kind == .killed)
    let closed = try plugins.validate("closes-descriptors")
    verify(closed.verdict == .warned && closed.results.compactMap(\.outcome.problem).map(\.kind) == [.changedProcess])
    // The plugin's `setlocale(LC_ALL, "")` would change nothing in the locale of C.
    let locale = try plugins.validate("changes-locale", environment: ["LANG": "C", "LC_ALL": "C"])
    verify(locale.problem(.process)?.texts, equals: ["the locale"])
    // Each copy of the process would copy itself again in the next test. With other parameters, the original exits.
    let copied = try plugins.validate("forks-in-run", [.rates, .blocks, .signals, .instances, .threads], at: .normal)
    verify(copied.verdict, equals: .passed, "\(copied.results)")
    for name in ["forks", "atexit", "prints", "scribbles"] { _ = try plugins.validate(name) }
    verify(plugins.folder.names(in: "").filter { $0.hasPrefix("aucat-validation") }, equals: [])
  }

  @Test(.part(.checks)) func blocksThatCannotDifferAreNotCompared() throws {
    for name in ["fixed-block", "power-of-two"] {
      let report = try plugins.validate(name, [.blocks, .blockIndependence], at: .normal)
      verify(report.word(.blocks) == "passed" && report.word(.blockIndependence) == "skipped", "\(name)")
    }
  }

  /// The page lists each test with its level and its promise, and each verdict.
  @Test func aLevelHasTheTestsOfThoseBeforeAndThePageListsThem() throws {
    let levels = ValidationLevel.allCases.map { ValidationTest.all(at: $0) }
    verify(levels.allSatisfy { !$0.isEmpty } && levels.last == ValidationTest.allCases)
    for (level, next) in zip(levels, levels.dropFirst()) { verify(Set(level).isStrictSubset(of: next)) }
    let page = try String(contentsOfFile: Repository.path("schema/validation.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tests = ValidationTest.allCases.map { ["`\($0.rawValue)`", $0.level.rawValue, $0.promise] }
    verify(rows.filter { $0.count == 4 }.map { Array($0.prefix(3)) }, equals: tests)
    let verdicts = ["passed", "warned", "failed", "timedOut", "crashed", "skipped"]
    verify(rows.filter { $0.count == 3 }.map { $0[0] }, equals: verdicts.map { "`\($0)`" })
  }

  @Test func theResultsOfABatchArriveInOrderAndAnItemWithoutOneIsLeftOut() throws {
    for jobs in [1, 3, 50] {
      let batch = ParallelBatch(Array(0..<50)) { number, _ in number % 3 == 0 ? nil : number }
      var delivered: [Int] = []
      var most = 0
      try batch.run(
        jobs: jobs, isCancelled: { false }, progress: { most = max(most, $0) }, deliver: { delivered.append($0) })
      verify(delivered == (0..<50).filter { $0 % 3 != 0 } && most <= 50, "\(jobs)")
    }
  }
}
