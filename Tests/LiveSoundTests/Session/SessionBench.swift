import LiveSound
import ChainHosting
import TestSupport

/// A session of test plugins on a fake server.
struct SessionBench {
  let folder = TemporaryFolder()
  let server = FakeServer()
  let standIn = FakeServer()
  private let bundle: String

  init() { bundle = TestPlugins.install(in: folder) }

  /// A stage of a chain.
  func stage(_ name: String, _ parameters: [String: Float] = [:]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  /// Settings with a retry at once.
  static func settings() -> LiveSession.Settings {
    var settings = LiveSession.Settings(DeviceWishes())
    settings.retry = .zero
    // Most tests render nothing while a session ends.
    settings.longestEnd = .zero
    return settings
  }

  /// A session that plays stages on the server.
  func session(
    _ stages: RenderChain.Stage..., configure: (inout LiveSession.Settings) -> Void = { _ in }
  ) throws -> LiveSession {
    var settings = Self.settings()
    configure(&settings)
    return try LiveSession(RenderChain(stages), on: server, standIn: standIn, settings: settings)
  }
}

extension LiveSession {
  /// What has happened, without waiting.
  func news() -> [LiveNotice] { step(milliseconds: 0) }

  /// How its stages are.
  var stages: [LiveStatus.State]? { state.chain?.stages.map(\.state) }
}
