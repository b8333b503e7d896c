import ComponentValidation
import TestSupport
import Testing

/// Each test finds the plugin that breaks its promise, and only that test does.
@Suite(.endsIfItHangs) struct ValidationFaultTests {
  let plugins = TestedPlugins()

  /// A plugin, and the test that finds it.
  struct Fault: CustomTestStringConvertible, Sendable {
    var plugin: String
    var test: ValidationTest
    var kind: ValidationProblem.Kind
    var testDescription: String { plugin }

    init(_ plugin: String, _ test: ValidationTest, _ kind: ValidationProblem.Kind) {
      (self.plugin, self.test, self.kind) = (plugin, test, kind)
    }
  }

  static let quick = [
    Fault("missing-descriptor", .loads, .notInLibrary), Fault("null-instantiate", .instantiates, .refusesToStart),
    Fault("crash-instantiate", .instantiates, .crashed), Fault("crash-run", .runs, .crashed),
    Fault("abort-run", .runs, .crashed), Fault("exit-run", .runs, .exited), Fault("overrun", .runs, .crashed),
    Fault("not-finite", .finite, .notFinite), Fault("loud", .level, .loud),
    Fault("cv-not-finite", .signalOutputs, .notFinite), Fault("meter-not-finite", .signalOutputs, .notFinite),
    Fault("nudge", .memory, .wroteOutside),
    Fault("overrun-input", .inputs, .wroteInputs), Fault("changes-fpu", .floatingPoint, .changedMode),
    Fault("changes-directory", .process, .changedProcess), Fault("handles-signals", .process, .changedProcess),
    Fault("crash-cleanup", .cleanup, .crashed), Fault("exit-cleanup", .cleanup, .exited),
  ]

  @Test func aFaultIsFoundInARunOfASecondOrATestOfItsOwn() throws {
    for number in [0, 3, 7, 11] { try check(Self.quick[number]) }
    try checkTestOfItsOwn(Self.normal[0])
  }

  @Test(.part(.checks), arguments: quick) func aRunOfASecondFindsIt(fault: Fault) throws { try check(fault) }

  private func check(_ fault: Fault, _ tests: [ValidationTest]? = nil, seconds: Double = 20) throws {
    let report = try plugins.validate(fault.plugin, tests, at: tests == nil ? .quick : .strict, seconds: seconds)
    verify(report.objections, equals: [fault.test], "\(fault.plugin)")
    verify(report.problem(fault.test)?.kind, equals: fault.kind, "\(fault.plugin)")
    verify(report.verdict, equals: fault.kind.verdict, "\(fault.plugin)")
  }

  static let normal = [
    Fault("low-rates", .rates, .refusesRate), Fault("odd-blocks", .blocks, .notFinite),
    Fault("at-least-one", .blocks, .wroteOutside),
    Fault("full-scale", .signals, .notFinite), Fault("cv-undefined", .signals, .notFinite),
    Fault("at-maximum", .parameters, .notFinite),
    Fault("voice", .parameters, .notFinite),
    Fault("activates-once", .reactivation, .notFinite), Fault("thread-bound", .threads, .notFinite),
    Fault("shares-memory", .instances, .differsByInstances), Fault("forgetful", .state, .stateDiffers),
    Fault("leaks", .leaks, .leaks),
    Fault("writes-first", .inPlace, .differsInPlace), Fault("at-maximum", .presets, .notFinite),
    Fault("preset-state", .presets, .presetFailed), Fault("claims-real-time", .realTime, .breaksRealTime),
    Fault("late-events", .events, .notFiniteAfterEvents), Fault("trusts-frames", .events, .crashedByHost),
    Fault("trusts-places", .events, .wroteOutsideByHost), Fault("trusts-order", .events, .timedOutByHost),
    Fault("trusts-messages", .events, .crashed), Fault("beyond-maximum", .outOfRange, .notFiniteOutOfRange),
    Fault("picky", .midi, .notFinite),
  ]

  /// Plugins that keep their promises.
  private static let harmless: [ValidationTest: String] = [
    .midi: "midi-gate", .events: "midi-gate", .presets: "gain-stereo", .realTime: "busy-thread",
  ]

  static let memory = [
    Fault("reads-heap", .uninitialized, .differsByMemory), Fault("reads-stack", .uninitialized, .differsByMemory),
    Fault("leaks-memory", .leaks, .leaks),
  ]

  @Test(.part(.checks), arguments: normal) func aTestOfItsOwnFindsIt(fault: Fault) throws {
    try checkTestOfItsOwn(fault)
  }

  @Test(
    .part(.checks), .enabled(if: !Sanitizer.hasOwnHeap, "the sanitizer's heap is another, and may fill memory"),
    arguments: memory)
  func aTestOfMemoryFindsIt(fault: Fault) throws { try checkTestOfItsOwn(fault) }

  private func checkTestOfItsOwn(_ fault: Fault) throws {
    try check(fault, [fault.test], seconds: fault.kind == .timedOutByHost ? 5 : 20)
    // The same test has nothing against a plugin that keeps its promises.
    let harmless = try plugins.validate(Self.harmless[fault.test] ?? "gain-mono", [fault.test], at: .strict)
    verify(harmless.objections, equals: [])
  }

  static let facts = [
    Fault("loud-signal", .level, .loudSignal), Fault("cv-beyond", .signalOutputs, .signalOutOfRange),
    Fault("allocates", .realTime, .mayWait), Fault("locks", .realTime, .mayWait),
    Fault("prints", .realTime, .mayWait), Fault("prints", .printing, .printed),
    Fault("stderr-prints", .printing, .printed), Fault("chance", .repeatability, .differs),
    Fault("block-length", .blockIndependence, .differsByBlocks), Fault("rings", .notNumbers, .keepsNotNumbers),
  ]

  @Test(.part(.checks), arguments: facts) func aFactIsNotHeldAgainstIt(fault: Fault) throws {
    let report = try plugins.validate(fault.plugin, [.runs, fault.test], at: .strict)
    verify(report.problem(fault.test)?.kind == fault.kind && report.word(fault.test) == "fact")
    verify(report.verdict == .passed && report.objections == [])
  }

  @Test func everyTestCanFail() {
    let tested = Set((Self.quick + Self.normal + Self.memory + Self.facts).map(\.test))
    verify(Set(ValidationTest.allCases).subtracting(tested), equals: [])
  }
}
