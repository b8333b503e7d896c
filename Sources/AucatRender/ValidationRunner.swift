internal import AucatCommands
internal import AudioComponents
internal import ChildReports
internal import ComponentValidation
internal import RenderChain

/// `aucat validate`
struct ValidationRunner {
  let request: ValidateRequest
  let session: Session

  func run() throws {
    var output = Output()
    if request.listsTests {
      output.write(request.format == .json ? TestList.json : TestList.text)
      return try output.finish()
    }
    let components = try session.runnable(request.takesAll ? nil : request.components)
    var keeper = ResultKeeper(validating: components, session.manager)
    let chosen = request.leavesOutFresh ? try keeper.stale(components, level: options.level) : components
    let subjects = chosen.map { ValidationSubject(component: $0.uri, name: $0.name, bundle: $0.bundle) }
    let printer = printer(count: subjects.count)
    output.write(printer.beginning)
    var verdicts: [ValidationVerdict: Int] = [:]
    defer { keeper.keep() }
    do {
      try run(subjects) { report in
        keeper.add(report)
        verdicts[report.verdict, default: 0] += 1
        output.write(printer.text(report))
        try output.finish()
      }
    } catch {
      output.write(interruption)
      try? output.finish()
      throw error
    }
    output.write(printer.end(verdicts))
    try output.finish()
    if verdicts.keys.contains(where: \.isFatal) { throw CommandFailure(.pluginFailed) }
    if verdicts.keys.contains(where: \.isObjection) { throw CommandFailure(.nothing) }
  }

  private var options: Validator.Options {
    var options = Validator.Options(environment: Configuration.processEnvironment)
    options.level = request.isQuick ? .quick : request.isStrict ? .strict : .normal
    options.seed = request.seed
    options.seconds = request.timeout
    options.directories = session.manager.configuration.searchDirectories
    return options
  }

  /// What makes the output readable for programs if reports are missing.
  private var interruption: String {
    switch request.format {
    case .tap: TAPPrinter.interruption
    case .junit: JUnitPrinter().end([:])
    case .json, .text: ""
    }
  }

  private func printer(count: Int) -> any ValidationPrinter {
    switch request.format {
    case .json: JSONValidationPrinter()
    case .tap: TAPPrinter(count: count)
    case .junit: JUnitPrinter()
    case .text:
      TextValidationPrinter(session.terminal, isAlone: count == 1, level: options.level, seed: request.seed)
    }
  }

  private func run(_ subjects: [ValidationSubject], _ deliver: (ValidationReport) throws -> Void) throws {
    try ObservedValidation(subjects: subjects, options: options, jobs: request.jobs, terminal: session.terminal)
      .deliver(deliver)
  }
}
