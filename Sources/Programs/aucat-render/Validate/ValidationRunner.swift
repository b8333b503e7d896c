internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import ComponentValidation
internal import RenderChain

/// `aucat validate`
struct ValidationRunner {
  let command: ValidateCommand
  let session: Session

  func run() throws {
    if command.listsTests { return try Output.print(command.format == .json ? TestList.json : TestList.text) }
    let components = try session.runnable(command.takesAll ? nil : command.components)
    var keeper = ResultKeeper(validating: components, session.manager)
    let chosen = command.leavesOutFresh ? try keeper.stale(components, level: options.level) : components
    let subjects = chosen.map { ValidationSubject(component: $0.uri, name: $0.name, bundle: $0.bundle) }
    let printer = printer(count: subjects.count)
    var pending = printer.beginning
    var verdicts: [ValidationVerdict: Int] = [:]
    defer { keeper.keep() }
    do {
      try run(subjects) { report in
        keeper.add(report)
        verdicts[report.verdict, default: 0] += 1
        try Output.print(pending + printer.text(report))
        pending = ""
      }
    } catch {
      try? Output.print(pending + interruption)
      throw error
    }
    try Output.print(pending + printer.end(verdicts))
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

  /// The end that keeps the output readable for programs if reports are missing.
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
      TextValidationPrinter(terminal: session.terminal, isAlone: count == 1, level: options.level, seed: command.seed)
    }
  }

  private func run(_ subjects: [ValidationSubject], _ deliver: (ValidationReport) throws -> Void) throws {
    try ObservedValidation(subjects: subjects, options: options, jobs: command.jobs, terminal: session.terminal)
      .deliver(deliver)
  }
}

/// The tests of a validation.
enum TestList {
  /// The tests as a table.
  static var text: String {
    Table.aligned(ValidationTest.allCases.map { [$0.rawValue, $0.level.rawValue, $0.promise] })
  }

  /// The tests as a JSON array.
  static var json: String {
    JSON.array(
      ValidationTest.allCases.map { test in
        .object([
          ("test", .string(test.rawValue)), ("level", .string(test.level.rawValue)), ("promise", .string(test.promise)),
        ])
      }
    ).encoded + "\n"
  }
}

/// Prints the reports of a validation.
protocol ValidationPrinter {
  /// The text before the reports.
  var beginning: String { get }
  func text(_ report: ValidationReport) -> String
  /// The text after the reports.
  ///
  /// - Parameter verdicts: how many components have each verdict.
  func end(_ verdicts: [ValidationVerdict: Int]) -> String
}

extension ValidationPrinter {
  var beginning: String { "" }

  func end(_ verdicts: [ValidationVerdict: Int]) -> String { "" }
}

/// Prints an object for each component: JSON Lines.
struct JSONValidationPrinter: ValidationPrinter {
  func text(_ report: ValidationReport) -> String { report.json.encoded + "\n" }
}
