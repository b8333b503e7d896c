import Foundation
import RenderChain
import TestSupport

/// The test plugins of `Tests/TestPlugins`, installed in a folder of their own.
struct TestBundle {
  let folder = TemporaryFolder()
  private let bundle: String

  init() { bundle = TestPlugins.install(in: folder) }

  /// A stage of a chain.
  func stage(_ name: String, _ parameters: [String: Float] = [:], preset: String? = nil) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    stage.preset = preset.map { RenderChain.Preset(uri: TestPlugins.uri("preset:\($0)"), bundle: bundle) }
    return stage
  }

  /// Loads a chain.
  func load(
    _ stages: RenderChain.Stage..., channels: Int, rate: Double = 48_000, block: Int = 512,
    mode: HostFeature.Mode = .offline
  ) throws -> StoppedChain {
    try StoppedChain(
      RenderChain(stages), channels: channels,
      settings: HostSettings(sampleRate: rate, blockLength: block, mode: mode))
  }

  /// Loads and activates a chain, to be played block by block.
  func player(
    _ stages: RenderChain.Stage..., channels: Int = 1, rate: Double = 48_000, block: Int = 512,
    mode: HostFeature.Mode = .offline, allowsNonFinite: Bool = false
  ) throws -> Player {
    let chain = try StoppedChain(
      RenderChain(stages), channels: channels,
      settings: HostSettings(sampleRate: rate, blockLength: block, mode: mode), allowsNonFinite: allowsNonFinite)
    return Player(try chain.activate())
  }

  /// Renders a sound from beginning to end, as a file is.
  func render(
    _ input: Samples, _ stages: RenderChain.Stage..., rate: Double = 48_000, block: Int = 512,
    options configure: (inout RenderOptions) -> Void = { $0.tail = .seconds(0) }
  ) throws -> (sound: Samples, report: RenderReport) {
    var options = RenderOptions()
    configure(&options)
    return try RenderJob(
      RenderChain(stages), sampleRate: rate, blockLength: block, channels: input.count, options: options
    ).rendered(input)
  }

  /// Renders a sound from beginning to end in a process of its own, or in this one.
  func render(
    _ input: Samples, _ stages: [RenderChain.Stage], isIsolated: Bool,
    configure: (inout RenderJob) -> Void = { _ in }, log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    var job = RenderJob(RenderChain(stages), sampleRate: 48_000, channels: input.count)
    job.options.tail = .seconds(0)
    configure(&job)
    var child = isIsolated ? IsolatedRender(timeout: 5) : nil
    child?.log = log
    return try job.rendered(input, by: child, log: log)
  }

  /// The error of loading a chain; nil if it loads.
  func error(
    _ stages: RenderChain.Stage..., channels: Int = 2, rate: Double = 48_000, block: Int = 512,
    mode: HostFeature.Mode = .offline
  ) -> ChainError? {
    do throws(ChainError) {
      _ = try StoppedChain(
        RenderChain(stages), channels: channels,
        settings: HostSettings(sampleRate: rate, blockLength: block, mode: mode))
      return nil
    } catch {
      return error
    }
  }
}

extension RenderJob {
  /// Renders a sound from beginning to end, in this process or by a child.
  func rendered(
    _ input: Samples, by child: IsolatedRender? = nil, log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    var sink = SampleSink(0)
    let open: (Int) -> any FrameSink = { channels in
      sink = SampleSink(channels)
      return sink
    }
    let source = SampleSource(input)
    let report =
      if let child { try child.render(self, from: source, opened: open) } else {
        try render(from: source, log: log, opened: open)
      }
    return (sink.samples, report)
  }
}

extension IsolatedRender {
  /// A render by the aucat-render that was built with the tests.
  init(timeout: Double) {
    self.init(
      program: Child.products + "/aucat-render", arguments: ["--render-child"],
      environment: ProcessInfo.processInfo.environment, timeout: timeout)
  }
}
