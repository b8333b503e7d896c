internal import AucatCommands
internal import BundleLint
internal import ComponentValidation
internal import RenderChain

/// Runs the program that hosts plugins: the command line of aucat, or the child of a render, a lint or a validation.
///
/// - Returns: the exit status.
package func runRenderer() -> Int32 {
  let words = CommandLineWords.ofProcess ?? []
  if words == [RenderChild.argument] { RenderChild.run() }
  LintChild.runIfAsked(words)
  ValidationChild.runIfAsked(words)
  return runAucat(host: HostVerbs())
}

/// The verbs that `aucat` delegates to this program.
private struct HostVerbs: PluginHost {
  func render(_ request: RenderRequest, _ session: Session) throws { try ChainRenderer().render(request, session) }

  func bench(_ request: BenchRequest, _ session: Session) throws { try ChainBench(request, session).run() }

  func bench(_ request: ComponentBenchRequest, _ session: Session) throws {
    try ComponentBench(request, session).run()
  }

  var lintRules: [String] { Rule.allCases.map(\.rawValue) }

  func exportChain(_ request: ChainExportRequest, _ session: Session) throws {
    try ChainExporter(request: request, session: session).run()
  }

  func live(_ options: LiveOptions, _ session: Session) throws {
    try LiveRunner(options: options, session: session).run()
  }

  func listDevices(isJSON: Bool, _ session: Session) throws {
    try DevicePrinter().write(isJSON: isJSON, session.terminal)
  }

  func ports(_ kind: PortCompletion) -> [String] { DevicePrinter.names(kind) }

  func lint(_ request: LintRequest, _ session: Session) throws {
    try LintRunner(request: request, session: session).run()
  }

  func validate(_ request: ValidateRequest, _ session: Session) throws {
    try ValidationRunner(request: request, session: session).run()
  }

  func renewVerdicts(of components: [String], _ session: Session) throws {
    try VerdictRenewal(session: session).renew(components)
  }
}
