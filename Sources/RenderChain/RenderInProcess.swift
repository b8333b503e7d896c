extension RenderJob {
  /// Renders in this process: faster to start, and a plugin that crashes takes the process with it.
  ///
  /// - Parameters:
  ///   - log: takes what plugins log.
  ///   - opened: called with the number of output channels when the plugins are loaded, before anything is rendered.
  ///   - progress: called with the frames written so far, several times a second; what it throws ends the render.
  /// - Throws: ``ChainError``, and what source, sink and the closures throw.
  public func render(
    from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void = { _ in },
    opened: (_ outputChannels: Int) throws -> any FrameSink, progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> RenderReport {
    try render(from: source, log: log, status: nil, opened: opened, progress: progress) { $0 }
  }

  /// - Parameter finished: called before the plugins are deactivated.
  func render<Result>(
    from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void,
    status: UnsafeMutablePointer<RealtimeStatus>?, opened: (_ outputChannels: Int) throws -> any FrameSink,
    progress: @escaping (Int) throws -> Void = { _ in }, finished: (RenderReport) -> Result
  ) throws -> Result {
    var settings = settings
    settings.log = log
    let stopped = try StoppedChain(
      chain, channels: channels, settings: settings, allowsNotFinite: options.allowsNotFinite, status: status)
    let running = try stopped.activate()
    let sink = try opened(running.outputCount)
    var render = try OfflineRender(
      running, sampleRate: sampleRate, options: options, source: source, sink: sink, progress: progress)
    let report = try render.run(running)
    return finished(report)
  }
}
