internal import AucatCommands
internal import RenderChain

/// The word by which this program is its own child.
let childWord = "--render-child"

/// Runs the program that hosts plugins: the command line of aucat, or the child of a render.
///
/// - Parameter arguments: without the program's name.
/// - Returns: the exit status.
public func runRenderer(_ arguments: [String]) -> Int32 {
  if arguments == [childWord] { RenderChild.run() }
  return runAucat(arguments, renderer: ChainRenderer())
}
