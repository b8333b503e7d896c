internal import ComponentModel
internal import Linux
internal import RenderChain

/// The child of a validation: tests one component, which may terminate the process at any moment.
package enum ValidationChild {
  private static let argument = "--validate-child"
  private static let keepingArgument = "keep"
  /// How much a component may write to files, in bytes.
  private static let mostWritten = 64 << 20

  /// Does what a child's arguments ask for, and exits; returns if the arguments are not a child's.
  ///
  /// - Parameter words: the program's arguments.
  package static func runIfAsked(_ words: [String]) {
    guard words.first == argument, words.count >= 7 else { return }
    Supervisor.begin()
    CopiedProcess.begin()
    let tests = Set(words[5].split(separator: ",").compactMap { ValidationTest(rawValue: String($0)) })
    let log = TestLog(wanted: tests)
    CurrentProcess.limit(.coreSize, to: 0)
    CurrentProcess.limit(.fileSize, to: mostWritten)
    CurrentProcess.closeNetwork()
    log.begin(.loads)
    do throws(ChainError) {
      let directories = words.count > 7 ? Array(words[7...]) : nil
      let record = try StoppedChain.record(of: words[1], bundle: words[2], in: directories)
      test(
        TestBench(
          record: record, bundle: words[2], directories: directories, seed: UInt64(words[3]) ?? 0, folder: words[4],
          log: log, keepsInstances: words[6] == keepingArgument))
    } catch {
      log.skip(.loads, error.detail)
    }
    log.end()
    // Exit handlers of plugins are not part of a test.
    CurrentProcess.endAtOnce(status: 0)
  }

  /// The arguments of a child.
  ///
  /// - Parameters:
  ///   - folder: for the files of the component's state.
  ///   - keepsInstances: whether the component is never cleaned up.
  static func words(
    _ subject: ValidationSubject, _ tests: [ValidationTest], seed: UInt64, folder: String, keepsInstances: Bool,
    directories: [String]?
  ) -> [String] {
    [
      argument, subject.component, subject.bundle, "\(seed)", folder,
      tests.map(\.rawValue).joined(separator: ","), keepsInstances ? keepingArgument : "free",
    ] + (directories ?? [])
  }

  private static func test(_ bench: TestBench) {
    let log = bench.log
    let problem = bench.loadingProblem()
    log.report(.loads, problem)
    guard problem == nil else { return }
    if log.wants(
      .instantiates, .runs, .finite, .level, .signalOutputs, .memory, .inputs, .floatingPoint, .process, .printing,
      .cleanup)
    {
      do throws(ChainError) {
        try bench.playOneSecond()
      } catch {
        if case .instantiationFailed = error.cause {
          log.report(.instantiates, ValidationProblem(.refusesToStart))
        } else {
          log.skip(.instantiates, error.detail)
        }
        return
      }
    }
    for test in ValidationTest.allCases where test.level > .quick && log.wants(test) {
      log.begin(test)
      do throws(ChainError) { try bench.run(test) } catch { log.skip(test, error.detail) }
    }
  }
}

extension TestBench {
  /// Runs a test, and reports what it finds.
  fileprivate func run(_ test: ValidationTest) throws(ChainError) {
    switch test {
    case .rates: log.report(test, try rates())
    case .blocks: log.report(test, try blocks())
    case .signals: log.report(test, try signals())
    case .parameters: log.report(test, try parameters())
    case .reactivation: log.report(test, try reactivation())
    case .repeatability: log.report(test, try repeatability())
    case .uninitialized: report(test, try uninitialized())
    case .blockIndependence where needsFixedBlocks: log.skip(test, "it requires blocks of a fixed length")
    case .blockIndependence: report(test, try blockIndependence())
    case .inPlace:
      if let inPlaceObjection { log.skip(test, inPlaceObjection) } else { report(test, try inPlace()) }
    case .instances: report(test, try instances())
    case .state where !hasState: log.skip(test, "it has no state")
    case .state: log.report(test, try state())
    case .leaks where keepsInstances: log.skip(test, "its instances can't be cleaned up")
    case .leaks: log.report(test, try leaks())
    case .presets: report(test, try presets(), "its bundle has no presets for it")
    case .realTime: report(test, try realTime(), "its calls can't be watched")
    case .threads: log.report(test, try threads())
    case .notNumbers: log.report(test, try notNumbers())
    case .outOfRange: log.report(test, try outOfRange())
    case .midi where !takesMIDI: log.skip(test, "it takes no MIDI")
    case .midi: log.report(test, try midi())
    case .events where !takesEvents: log.skip(test, "it takes no events")
    case .events: log.report(test, try events())
    case .loads, .instantiates, .runs, .finite, .level, .signalOutputs, .memory, .inputs, .floatingPoint, .process,
      .printing, .cleanup:
      break
    }
  }

  /// Reports what a test has found; if `found` is nil, the test could not be run, and `reason` says why.
  private func report(_ test: ValidationTest, _ found: ValidationProblem??, _ reason: String) {
    if let found { log.report(test, found) } else { log.skip(test, reason) }
  }

  private func report(_ test: ValidationTest, _ comparison: Comparison) {
    switch comparison {
    case .problem(let problem): log.report(test, problem)
    case .impossible: log.skip(test, "its output differs each time")
    }
  }
}
