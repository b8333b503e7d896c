public import ChainHosting
internal import Synchronization

extension RenderJob {
  /// Renders in this process, which starts faster, but a crashing plugin takes the process down.
  ///
  /// - Parameters:
  ///   - source: the input.
  ///   - log: receives plugins' log messages.
  ///   - opened: called with the number of output channels when the plugins are loaded, before anything is rendered.
  ///   - progress: called with the frames written so far, several times a second; an error from it ends the render.
  /// - Throws: `ChainError`, and errors of the source, the sink and the closures.
  public func render(
    from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void = { _ in },
    opened: (_ outputChannels: Int) throws -> any FrameSink, progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> RenderReport {
    let memory = MemoryPool()
    // SAFETY: The pool holds the statuses, and lives until the render and its threads have ended.
    let statuses = memory.array(Self.mostUnits) { RealtimeStatus() }
    var job = self
    job.hasMIDI = source is any MIDISource
    return try withExtendedLifetime(memory) {
      try job.render(from: source, log: log, statuses: statuses, opened: opened, progress: progress) { $0 }
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
    let loaded = try LoadedRender(self, log: log, statuses: statuses)
    let (plan, units) = (loaded.plan, loaded.units)
    let sink = try opened(plan.outputCount)
    let chunk = OfflineRender.chunk(blockLength)
    let engine = try PipelineEngine(units, jobs: min(options.jobs, units.count), chunk: chunk)
    defer { engine.stop() }
    let render = try OfflineRender(
      engine, self, isFixed: plan.isFixed, chunk: chunk, source: source, sink: sink, progress: progress)
    return finished(try render.run())
  }
}

/// The plugins of a job, checked, loaded and active.
struct LoadedRender {
  let plan: ChainPlan
  let units: [RenderUnit]

  /// - Parameters:
  ///   - statuses: ``RenderJob/mostUnits`` of them.
  ///   - owner: owns the statuses; nil if the caller does.
  ///   - hosts: chooses the processes for the plugins; they run in this one if it returns nil.
  init(
    _ job: RenderJob, log: @escaping @Sendable (PluginMessage) -> Void, statuses: UnsafeMutablePointer<RealtimeStatus>,
    owner: MemoryPool? = nil,
    hosts: (ChainPlan, HostSettings) throws(ChainError) -> PluginHosts? = { _, _ in nil }
  ) throws(ChainError) {
    // SAFETY: A chain has at most `mostUnits` ranges (`units(atMost:)`), and there are as many statuses.
    var settings = job.settings
    settings.log = log
    let (chain, options) = (job.chain, job.options)
    plan = try ChainPlan(chain, channels: job.channels, settings: settings, status: statuses)
    let hosts = try hosts(plan, settings)
    let ranges =
      options.jobs > 1 && chain.stages.count > 1
      ? plan.units(atMost: RenderJob.mostUnits, hasMIDI: job.hasMIDI) : [0..<chain.stages.count]
    var units: [RenderUnit] = []
    for (number, range) in ranges.enumerated() {
      let stages = try LoadedStages(
        chain, plan, stages: range, settings: settings, status: statuses + number, owner: owner,
        allowsNonFinite: options.allowsNonFinite, hosts: hosts)
      units.append(
        RenderUnit(
          try StoppedChain(stages).activate(), status: statuses + number, keepsMessages: options.keepsMessages))
    }
    self.units = units
  }
}
