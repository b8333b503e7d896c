internal import AucatCommands
internal import BundleLint
internal import RenderChain

/// The argument that makes this program the child process of a render.
let childWord = "--render-child"

/// Runs the program that hosts plugins: the command line of aucat, or the child of a render or a lint.
///
/// - Parameter arguments: without the program's name.
/// - Returns: the exit status.
package func runRenderer(_ arguments: [String]) -> Int32 {
  if arguments == [childWord] { RenderChild.run() }
  LintChild.runIfAsked(arguments)
  return runAucat(arguments, host: HostVerbs())
}

/// The verbs that `aucat` delegates to this program.
private struct HostVerbs: PluginHost {
  func render(_ request: RenderRequest, _ session: Session) throws { try ChainRenderer().render(request, session) }

  func lint(_ request: LintRequest, _ session: Session) throws {
    try LintRunner(request: request, session: session).run()
  }
}
