internal import AudioComponents
internal import Glibc

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
    // What this program ignores, a program that it becomes would ignore too.
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    var words: [UnsafeMutablePointer<CChar>?] =
      ([program] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    execv(program, &words)
    throw CommandFailure(
      .storeFailed, "\(program) does not start (\(String(cString: strerror(errno)))); install it again")
  }
}
