internal import AudioComponents
internal import Linux

/// The verbs of the program that loads plugins and reads bundles: a search has no time to load what they need.
package protocol PluginHost {
  /// Does what `aucat render` was asked for.
  func render(_ request: RenderRequest, _ session: Session) throws
  /// Does what `aucat lint` was asked for.
  func lint(_ request: LintRequest, _ session: Session) throws
}

/// The host of this program, which `aucat` itself has none of.
enum PluginHosts {
  /// Set once, before any command runs.
  nonisolated(unsafe) static var current: (any PluginHost)?

  /// The host; a program without one goes on as the program that has it.
  static func find() throws -> any PluginHost {
    if let current { return current }
    try handOver()
  }

  private static func handOver() throws -> Never {
    let name = "aucat-render"
    guard let program = HelperProgram.path(name) else {
      throw CommandFailure(
        .storeFailed, "there is no \(name) beside this program; build the whole package, or install it again")
    }
    let error = CurrentProcess.become(program, arguments: Array(CommandLine.arguments.dropFirst()))
    throw CommandFailure(.storeFailed, "\(program) does not start (\(error)); install it again")
  }
}
