internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import ComponentValidation
internal import Linux
internal import RenderChain

/// `aucat bench` of components, each by itself.
struct ComponentBench {
  let command: BenchCommand
  let session: Session
  private let machine = CurrentProcess.machine

  func run() throws {
    let start = ContinuousClock.now
    let components = try session.runnable(command.takesAll ? nil : command.components)
    var keeper = ResultKeeper(measuring: components, session.manager)
    let chosen = command.leavesOutFresh ? try keeper.stale(components, on: machine) : components
    var printer = MeasurementPrinter(session.terminal, isJSON: command.isJSON, machine: machine)
    defer { keeper.keep() }
    do {
      try measure(chosen) { report in
        keeper.add(report, on: machine)
        try printer.add(report)
      }
    } catch {
      // Completed measurements are kept and shown.
      try? printer.finish()
      throw error
    }
    try printer.finish()
    try printer.sayHowItWent(seconds: start.duration(to: .now) / .seconds(1))
    if printer.outcomes.keys.contains(where: \.isFatal) { throw CommandFailure(.pluginFailed) }
    if printer.outcomes[.failed] != nil { throw CommandFailure(.nothing) }
  }

  private func measure(_ components: [Component], _ deliver: (MeasurementReport) throws -> Void) throws {
    let meter = ComponentMeter(
      environment: Configuration.processEnvironment, timeout: command.timeout,
      directories: session.manager.configuration.searchDirectories)
    meter.removeAbandoned()
    let batch = ParallelBatch(components) { component, isCancelled in
      try meter.measure(component, isCancelled: isCancelled)
    }
    let bar = ProgressBar(session.terminal)
    defer { bar.clear() }
    do {
      try Interruption.observed {
        try batch.run(
          jobs: command.jobs ?? CurrentProcess.processorCount, isCancelled: { Interruption.isRequested },
          progress: { done in
            let share = Double(done) / Double(components.count)
            bar.update("measuring \(ProgressBar.bar(share)) \(done)/\(components.count)")
          },
          deliver: { report in
            if command.isJSON { bar.clear() }
            try deliver(report)
          })
      }
    } catch let error as ChainError {
      throw CommandFailure(error, names: [:])
    } catch let failure as Scratch.Failure {
      throw CommandFailure(.storeFailed, CommandFailure.unusableFolder(failure.directory, failure.error))
    } catch let error as SystemError {
      throw CommandFailure(.storeFailed, "bench can't start a thread: \(error.reasonAndRemedy)")
    }
    if Interruption.isRequested { throw CommandFailure(.interrupted, "the measurement was interrupted") }
  }
}

extension Session {
  /// The components that arguments name; all of them may be loaded.
  ///
  /// - Parameter arguments: URIs, names, or the words of a predicate; nil for all components.
  func runnable(_ arguments: [String]?) throws -> [Component] {
    guard let arguments else { return try allComponents() }
    let components = try components(chosenBy: arguments)
    for component in components { try checkAccess(to: component) }
    return components
  }

  /// - Throws: if a component's bundle may not be loaded.
  func checkAccess(to component: Component) throws {
    let access = BundleAccess(manager.configuration.searchDirectories)
    guard let objection = access.objection(to: component.bundle) else { return }
    throw CommandFailure(ChainError(objection, component: component.uri), names: [component.uri: component.name])
  }
}

extension CommandFailure {
  /// The error when plugins can't get a folder of their own.
  static func unusableFolder(_ path: String, _ error: SystemError) -> String {
    "\(path) can't be used for temporary files (\(error.phrase)); set TMPDIR to a directory that can be written"
  }
}
