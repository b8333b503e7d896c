package import AucatProgram
internal import AudioComponents
internal import Linux

/// The verbs of `aucat-render`, which links the code that loads plugins and reads bundles; in `aucat`, that would slow
/// down each search.
package protocol PluginHost {
  /// Runs `aucat render`.
  func render(_ command: RenderCommand, _ session: Session) throws
  /// Runs `aucat play`.
  func play(_ command: PlayCommand, _ session: Session) throws
  /// Runs `aucat bench`.
  func bench(_ command: BenchCommand, _ session: Session) throws
  /// Runs `aucat chain export`.
  func exportChain(_ command: ChainCommand.Export, for program: ChainProgram, _ session: Session) throws
  /// Runs `aucat live`.
  func live(_ command: LiveCommand, _ session: Session) throws
  /// The ports of the running audio server that sound or MIDI can come from, or go to.
  func ports(_ kind: PortCompletion) -> [String]
  /// Runs `aucat lint`.
  func lint(_ command: LintCommand, _ session: Session) throws
  /// Runs `aucat validate`.
  func validate(_ command: ValidateCommand, _ session: Session) throws
  /// Revalidates those of these components that have changed since their last validation.
  func renewVerdicts(of components: [String], _ session: Session) throws
  /// The rules of lint.
  var lintRules: [String] { get }
}

/// Which ports complete an argument.
package enum PortCompletion {
  case sources, targets
}

/// The plugin host of this program; `aucat` itself has none.
enum PluginHosts {
  /// Set once, before any command runs.
  // SAFETY: The program has one thread until the host is set.
  nonisolated(unsafe) static var current: (any PluginHost)?

  /// The host; a program without one replaces itself with `aucat-render`.
  static func find() throws -> any PluginHost {
    if let current { return current }
    try handOver(to: "aucat-render")
  }

  /// Replaces this program with another of aucat's, which runs the same command line.
  static func handOver(to name: String) throws -> Never {
    guard let program = HelperProgram.path(name) else {
      throw CommandFailure(
        .storeFailed, "\(name) is missing beside this program; build the whole package, or install it again")
    }
    let error = CurrentProcess.become(program, arguments: CommandLineWords.current)
    throw CommandFailure(.storeFailed, "\(program) does not start (\(error)); install it again")
  }
}
