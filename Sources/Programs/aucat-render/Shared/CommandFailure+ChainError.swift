internal import AucatCommands
internal import AucatProgram
internal import RenderChain

extension CommandFailure {
  /// An error of a chain, with the component's name if there is one.
  ///
  /// - Parameter remedy: the remedy; nil for the usual one.
  init(_ error: ChainError, names: [String: String], remedy: String? = nil) {
    let status: ExitStatus =
      switch error.code {
      case .unsupported, .channels, .parameter, .blockLength, .input: .usage
      case .system: .storeFailed
      case .description, .library, .instantiation, .state, .nonFinite, .failed: .pluginFailed
      }
    let subject = error.component.map { uri in names[uri].map { "\($0) (\(uri))" } ?? uri }
    let text = error.detail + ((remedy ?? Self.remedy(error.cause)).map { "; " + $0 } ?? "")
    self.init(status, subject.map { "\($0): \(text)" } ?? text)
  }

  /// The remedy in terms of the command line.
  private static func remedy(_ cause: ChainError.Cause) -> String? {
    switch cause {
    case .bundle: "`aucat scan` looks at it again"
    case .unavailableBundle: "free memory or disk space, or close files, and try again"
    case .foreignBundle: "`aucat scan --full` rebuilds the catalog, and LV2_PATH names directories of bundles"
    case .foreignLink: "make the link as root, or run aucat as that user"
    case .nonFinite, .nonFiniteInput: "--allow-nan writes them anyway"
    case .latency: "--no-latency-compensation leaves it alone"
    case .killed: "free memory, and try again"
    case .timedOut: "--timeout allows more time"
    case .programUnavailable: "install it again"
    default: nil
    }
  }
}
