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
    let job = RenderJob(
      RenderChain(stages), sampleRate: rate, blockLength: block, channels: input.count, options: options)
    var sink: SampleSink?
    let report = try job.render(
      from: SampleSource(input),
      opened: { channels in
        let opened = SampleSink(channels)
        sink = opened
        return opened
      })
    return (sink?.samples ?? [], report)
  }

  /// Renders a sound from beginning to end in a process of its own, or in this one.
  func render(
    _ input: Samples, _ stages: [RenderChain.Stage], isIsolated: Bool,
    configure: (inout RenderJob) -> Void = { _ in }, log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> (sound: Samples, report: RenderReport) {
    var job = RenderJob(RenderChain(stages), sampleRate: 48_000, channels: input.count)
    job.options.tail = .seconds(0)
    configure(&job)
    var sink: SampleSink?
    let open: (Int) -> any FrameSink = { channels in
      let opened = SampleSink(channels)
      sink = opened
      return opened
    }
    guard isIsolated else {
      let report = try job.render(from: SampleSource(input), log: log, opened: open)
      return (sink?.samples ?? [], report)
    }
    var isolated = IsolatedRender(
      program: Child.products + "/aucat-render", arguments: ["--render-child"],
      environment: ProcessInfo.processInfo.environment, timeout: 5)
    isolated.log = log
    let report = try isolated.render(job, from: SampleSource(input), opened: open)
    return (sink?.samples ?? [], report)
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
