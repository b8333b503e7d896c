internal import AucatCommands
internal import AucatProgram
internal import BundleLint
internal import ComponentValidation
internal import RenderChain

/// Runs the program that hosts plugins: the command line of aucat, or the child of a render, a lint or a validation.
///
/// - Returns: the exit status.
func runRenderer() -> Int32 {
  let words = CommandLineWords.ofProcess ?? []
  if words == [RenderChild.argument] { RenderChild.run(ChainMeasurement.answer) }
  LintChild.runIfAsked(words)
  ValidationChild.runIfAsked(words)
  return runAucat(host: HostVerbs())
}

/// The verbs that `aucat` delegates to this program.
private struct HostVerbs: PluginHost {
  func render(_ command: RenderCommand, _ session: Session) throws {
    try ChainRenderer(command: command, session: session).render()
  }

  func play(_ command: PlayCommand, _ session: Session) throws {
    try PlayRunner(command: command, session: session).run()
  }

  func bench(_ command: BenchCommand, _ session: Session) throws {
    if command.isOfComponents {
      try ComponentBench(command: command, session: session).run()
    } else {
      try ChainBench(command: command, session: session).run()
    }
  }

  var lintRules: [String] { Rule.allCases.map(\.rawValue) }

  func exportChain(_ command: ChainCommand.Export, for program: ChainProgram, _ session: Session) throws {
    try ChainExporter(command: command, program: program, session: session).run()
  }

  func live(_ command: LiveCommand, _ session: Session) throws {
    if command.lists { return try DevicePrinter().printDevices(isJSON: command.isJSON, session.terminal) }
    try LiveRunner(command: command, session: session).run()
  }

  func ports(_ kind: PortCompletion) -> [String] { DevicePrinter.names(kind) }

  func lint(_ command: LintCommand, _ session: Session) throws {
    try LintRunner(command: command, session: session).run()
  }

  func validate(_ command: ValidateCommand, _ session: Session) throws {
    try ValidationRunner(command: command, session: session).run()
  }

  func renewVerdicts(of components: [String], _ session: Session) throws {
    try VerdictRenewal(session: session).renew(components)
  }
}
