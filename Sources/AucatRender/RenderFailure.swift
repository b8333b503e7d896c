internal import AucatCommands
internal import RenderChain

extension CommandFailure {
  /// An error of a chain, with the component's name where it has one.
  init(_ error: ChainError, names: [String: String]) {
    let status: ExitStatus =
      switch error.code {
      case .unsupported, .channels, .parameter, .blockLength: .usage
      case .system: .storeFailed
      case .description, .library, .instantiation, .state, .notFinite, .failed: .pluginFailed
      }
    let subject = error.component.map { uri in names[uri].map { "\($0) (\(uri))" } ?? uri }
    self.init(status, subject.map { "\($0): \(error.detail)" } ?? error.detail)
  }
}
