internal import AucatCommands
internal import AudioComponents
internal import ChildReports
internal import ComponentValidation
internal import RenderChain

/// `aucat validate`
struct ValidationRunner {
  let command: ValidateCommand
  let session: Session

  func run() throws {
    var output = Output()
    if command.listsTests {
      output.write(command.format == .json ? TestList.json : TestList.text)
      return try output.finish()
    }
    let components = try session.runnable(command.takesAll ? nil : command.components)
    var keeper = ResultKeeper(validating: components, session.manager)
    let chosen = command.leavesOutFresh ? try keeper.stale(components, level: options.level) : components
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
    options.level = command.isQuick ? .quick : command.isStrict ? .strict : .normal
    options.seed = command.seed
    options.seconds = command.timeout
    options.directories = session.manager.configuration.searchDirectories
    return options
  }

  /// What makes the output readable for programs if reports are missing.
  private var interruption: String {
    switch command.format {
    case .tap: TAPPrinter.interruption
    case .junit: JUnitPrinter().end([:])
    case .json, .text: ""
    }
  }

  private func printer(count: Int) -> any ValidationPrinter {
    switch command.format {
    case .json: JSONValidationPrinter()
    case .tap: TAPPrinter(count: count)
    case .junit: JUnitPrinter()
    case .text:
      TextValidationPrinter(session.terminal, isAlone: count == 1, level: options.level, seed: command.seed)
    }
  }

  private func run(_ subjects: [ValidationSubject], _ deliver: (ValidationReport) throws -> Void) throws {
    try ObservedValidation(subjects: subjects, options: options, jobs: command.jobs, terminal: session.terminal)
      .deliver(deliver)
  }
}
