import Foundation
import RenderChain
import TestSupport

/// The test plugins of `Tests/TestPlugins`, installed in a folder of their own.
struct TestBundle {
  let folder = TemporaryFolder()
  /// The bundle.
  let path: String

  init() { path = TestPlugins.install(in: folder) }

  /// A stage of a chain.
  func stage(
    _ name: String, _ parameters: [String: Float] = [:], preset: String? = nil, isBypassed: Bool = false,
    sideChain: RenderChain.SideChain = .silence
  ) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: path)
    stage.parameters = parameters
    stage.preset = preset.map { RenderChain.Preset(uri: TestPlugins.uri("preset:\($0)"), bundle: path) }
    (stage.isBypassed, stage.sideChain) = (isBypassed, sideChain)
    return stage
  }

  /// A chain as a file's text, with the bundles that the catalog would know.
  func chain(_ text: String) throws -> RenderChain {
    var chain = try ChainFile.chain(text)
    for number in chain.stages.indices { chain.stages[number].bundle = path }
    return chain
  }

  private func stopped(
    _ stages: [RenderChain.Stage], _ channels: Int, _ rate: Double, _ block: Int, _ mode: HostFeature.Mode
  ) throws(ChainError) -> StoppedChain {
    try StoppedChain(
      RenderChain(stages), channels: channels,
      settings: HostSettings(sampleRate: rate, blockLength: block, mode: mode))
  }

  /// Loads a chain.
  func load(
    _ stages: RenderChain.Stage..., channels: Int = 1, mode: HostFeature.Mode = .offline
  ) throws -> StoppedChain { try stopped(stages, channels, 48_000, 512, mode) }

  /// Loads and activates a chain, to be played block by block.
  func player(
    _ stages: RenderChain.Stage..., channels: Int = 1, rate: Double = 48_000, block: Int = 512,
    mode: HostFeature.Mode = .offline
  ) throws -> Player { Player(try stopped(stages, channels, rate, block, mode).activate()) }

  /// The error of loading a chain; nil if it loads.
  func error(
    _ stages: RenderChain.Stage..., channels: Int = 2, rate: Double = 48_000, block: Int = 512,
    mode: HostFeature.Mode = .offline
  ) -> ChainError? {
    do throws(ChainError) {
      _ = try stopped(stages, channels, rate, block, mode)
      return nil
    } catch {
      return error
    }
  }

  /// Renders a sound from beginning to end, as a file is, without a tail.
  func render(
    _ input: Samples, _ stages: RenderChain.Stage..., rate: Double = 48_000, block: Int = 512,
    options configure: (inout RenderOptions) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    try render(input, stages) { job in
      (job.sampleRate, job.blockLength) = (rate, block)
      configure(&job.options)
    }
  }

  /// Renders a sound from beginning to end in a process of its own, or in this one, without a tail.
  func render(
    _ input: Samples, _ stages: [RenderChain.Stage], isIsolated: Bool = false, timeout: Double = 5,
    configure: (inout RenderJob) -> Void = { _ in }, log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    var job = RenderJob(RenderChain(stages), sampleRate: 48_000, channels: input.count)
    job.options.tail = .seconds(0)
    configure(&job)
    var child = isIsolated ? IsolatedRender(timeout: timeout) : nil
    child?.log = log
    return try job.rendered(SampleSource(input), by: child, log: log)
  }
}

extension RenderJob {
  /// Renders a sound from beginning to end, in this process or by a child.
  func rendered(
    _ source: any FrameSource, by child: IsolatedRender? = nil,
    log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    var sink = SampleSink(0)
    let open: (Int) -> any FrameSink = { channels in
      sink = SampleSink(channels)
      return sink
    }
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
