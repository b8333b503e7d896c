public import ChainHosting
internal import Synchronization

extension RenderJob {
  /// Renders in this process, which starts faster, but a crashing plugin takes the process down.
  ///
  /// - Parameters:
  ///   - source: the input.
  ///   - log: receives what plugins log.
  ///   - opened: called with the number of output channels when the plugins are loaded, before anything is rendered.
  ///   - progress: called with the frames written so far, several times a second; an error from it ends the render.
  /// - Throws: `ChainError`, and errors of the source, the sink and the closures.
  public func render(
    from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void = { _ in },
    opened: (_ outputChannels: Int) throws -> any FrameSink, progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> RenderReport {
    let memory = MemoryPool()
    // SAFETY: The pool has the statuses, and lives until the render and its threads have ended.
    let statuses = memory.array(Self.mostUnits) { RealtimeStatus() }
    return try withExtendedLifetime(memory) {
      try render(from: source, log: log, statuses: statuses, opened: opened, progress: progress) { $0 }
    }
  }

  /// Maximum number of units that a chain is divided into.
  static let mostUnits = 32

  /// - Parameters:
  ///   - statuses: ``mostUnits`` of them, one for each unit of the chain.
  ///   - finished: called before the plugins are deactivated.
  func render<Result>(
    from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void,
    statuses: UnsafeMutablePointer<RealtimeStatus>, opened: (_ outputChannels: Int) throws -> any FrameSink,
    progress: @escaping (Int) throws -> Void = { _ in }, finished: (RenderReport) -> Result
  ) throws -> Result {
    var settings = settings
    settings.log = log
    let plan = try ChainPlan(chain, channels: channels, settings: settings, status: statuses)
    let ranges =
      options.jobs > 1 && chain.stages.count > 1 ? plan.units(atMost: Self.mostUnits) : [0..<chain.stages.count]
    let units = try units(of: ranges, plan: plan, settings: settings, statuses: statuses)
    let sink = try opened(plan.outputCount)
    let engine = try PipelineEngine(
      units, jobs: min(options.jobs, units.count), chunk: OfflineRender.chunk(blockLength))
    defer { engine.stop() }
    let render = try OfflineRender(
      engine, self, isFixed: plan.isFixed, source: source, sink: sink, progress: progress)
    return finished(try render.run())
  }

  private func units(
    of ranges: [Range<Int>], plan: ChainPlan, settings: HostSettings,
    statuses: UnsafeMutablePointer<RealtimeStatus>
  ) throws(ChainError) -> [RenderUnit] {
    // SAFETY: A chain has at most `mostUnits` ranges (`units(atMost:)`), and as many statuses.
    var units: [RenderUnit] = []
    for (number, range) in ranges.enumerated() {
      let loaded = try LoadedStages(
        chain, plan, stages: range, settings: settings, status: statuses + number,
        allowsNonFinite: options.allowsNonFinite)
      units.append(RenderUnit(try StoppedChain(loaded).activate(), status: statuses + number))
    }
    return units
  }
}
