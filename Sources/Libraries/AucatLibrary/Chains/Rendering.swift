// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import AudioTracks
package import CAucat
internal import Linux
internal import RenderChain

/// A host's options for a render.
struct Rendering {
  private let catalog: CatalogObject
  let chain: RenderChain
  private let options: aucat_render_options
  private let report: aucat_render_fn?
  private let context: UnsafeMutableRawPointer?

  init(
    _ chain: OpaquePointer?, in catalog: OpaquePointer?, options: UnsafePointer<aucat_render_options>?,
    telling report: aucat_render_fn?, context: UnsafeMutableRawPointer?
  ) throws {
    self.catalog = try required(catalog, "catalog")
    self.chain = try required(chain, "chain", as: ChainObject.self).chain
    self.options = try Self.checked(options)
    self.report = report
    self.context = context
  }

  /// The options as far as this library knows them: a host may have been compiled with more of them.
  private static func checked(_ options: UnsafePointer<aucat_render_options>?) throws(CallFailure)
    -> aucat_render_options
  {
    guard let options else { return aucat_render_defaults() }
    // SAFETY: The header demands that `size` is that of the host's structure.
    let values = options.pointee.size >= MemoryLayout<aucat_render_options>.size ? options.pointee : nil
    guard let values else { throw .argument("options is not initialized; begin with aucat_render_defaults()") }
    guard values.tail.isFinite else {
      throw .argument("tail is not finite; give seconds, or -1 to render until it is silent")
    }
    guard values.timeout >= 0 else { throw .argument("timeout is not a number of seconds; give 0 for the default") }
    guard values.tempo >= 0, values.tempo.isFinite else {
      throw .argument("tempo is not a number of beats per minute; give 0 for none")
    }
    return values
  }

  /// Renders everything from a source, in a process of its own unless the host has asked for this one.
  func run(
    from source: any FrameSource, sampleRate: Double, opened: (Int) throws -> any FrameSink
  ) throws {
    let job = job(sampleRate: sampleRate, channels: source.channelCount)
    let stop: (Int) throws -> Void = { [report, context] frames in
      if let report, !report(frames, context) {
        throw Self.stopped
      }
    }
    if options.is_in_process {
      _ = try job.render(from: source, log: log, opened: opened, progress: stop)
    } else {
      _ = try isolated(log).render(job, from: source, opened: opened, progress: stop)
    }
  }

  /// Why a render that the host has stopped fails.
  static var stopped: CallFailure {
    CallFailure(AUCAT_ERROR_INTERRUPTED, "the render was stopped; its output was not written")
  }

  /// The chain over a source.
  func source(over source: any AudioSource) throws -> ChainSource {
    let job = job(sampleRate: source.format.sampleRate, channels: source.channelCount)
    return try ChainSource(
      chain, over: source, options: job.options, blockLength: job.blockLength, bundleDirectories: job.bundleDirectories,
      isolation: isolation, renderer: try ownRenderer,
      environment: catalog.configuration.environment, timeout: timeout, log: log)
  }

  /// The chain as an instrument.
  func instrument(_ messages: [MIDIMessage]?, sampleRate: Double, inputs: Int) throws -> InstrumentSource {
    let job = job(sampleRate: sampleRate, channels: inputs)
    return try InstrumentSource(
      chain, playing: messages, sampleRate: sampleRate, inputs: inputs, options: job.options,
      blockLength: job.blockLength, bundleDirectories: job.bundleDirectories, isolation: isolation,
      renderer: try ownRenderer,
      environment: catalog.configuration.environment, timeout: timeout, log: log)
  }

  /// A track whose sounds go through the chain.
  ///
  /// - Parameter fell: called by the feeding thread for a plugin whose process has failed.
  func track(
    _ name: String, priority: Int, of coordinator: AudioCoordinator, fell: @escaping @Sendable (ChainError) -> Void
  ) throws -> AudioTrack {
    let job = job(sampleRate: coordinator.format.sampleRate, channels: coordinator.format.channelCount)
    return try coordinator.addTrack(
      name, priority: priority, through: chain, options: job.options, blockLength: job.blockLength,
      bundleDirectories: job.bundleDirectories, isolation: isolation, renderer: try ownRenderer,
      environment: catalog.configuration.environment, timeout: timeout, fell: fell, log: log)
  }

  private func job(sampleRate: Double, channels: Int) -> RenderJob {
    var how = RenderOptions()
    how.tail = options.tail < 0 ? .automatic : .seconds(options.tail)
    how.compensatesLatency = !options.keeps_latency
    how.allowsNonFinite = options.allows_not_finite
    how.tempo = options.tempo > 0 ? options.tempo : nil
    how.jobs = options.threads == 0 ? RenderOptions.processorCount : Int(options.threads)
    let block = options.block_length == 0 ? 512 : Int(options.block_length)
    var job = RenderJob(chain, sampleRate: sampleRate, blockLength: block, channels: channels, options: how)
    job.bundleDirectories = catalog.configuration.searchDirectories
    return job
  }

  /// Loads the chain, to be rendered in portions.
  func player(channels: Int, sampleRate: Double) throws -> PlayerObject {
    var settings = HostSettings(
      sampleRate: sampleRate, blockLength: options.block_length == 0 ? 512 : Int(options.block_length))
    settings.bundleDirectories = catalog.configuration.searchDirectories
    settings.log = log
    let stopped = try StoppedChain(
      chain, channels: channels, settings: settings, allowsNonFinite: options.allows_not_finite,
      isolation: isolation, renderer: try ownRenderer,
      environment: catalog.configuration.environment, timeout: timeout)
    if options.tempo > 0 { stopped.control.setTempo(Float(options.tempo)) }
    return PlayerObject(try stopped.activate(), sampleRate: sampleRate, allowsNonFinite: options.allows_not_finite)
  }

  private var log: @Sendable (PluginMessage) -> Void {
    let notice = catalog.configuration.notice
    return { if $0.level == .error { notice("\($0.component): \($0.text)") } }
  }

  private var isolation: PluginIsolation { options.is_in_process ? .none : .each }

  /// The program that hosts plugins; nil for this process.
  private var ownRenderer: String? { get throws { options.is_in_process ? nil : try renderer } }

  private var timeout: Double { options.timeout > 0 ? min(options.timeout, 1e9) : 10 }

  private func isolated(_ log: @escaping (PluginMessage) -> Void) throws -> IsolatedRender {
    var render = IsolatedRender(
      program: try renderer, arguments: [RenderChild.argument], environment: catalog.configuration.environment,
      timeout: timeout)
    render.log = log
    return render
  }

  private var renderer: String {
    get throws {
      guard let program = catalog.renderer ?? HelperProgram.path("aucat-render") else {
        throw CallFailure(
          AUCAT_ERROR_HELPER,
          "aucat-render is not installed with the library; install it, or name it with aucat_config_set_renderer")
      }
      guard Path.isExecutable(program) else {
        throw CallFailure(AUCAT_ERROR_HELPER, "there is no program \(program); name aucat-render", path: program)
      }
      return program
    }
  }
}

/// The path of a file.
private func path(_ text: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
  let path = try required(text, name)
  guard !path.isEmpty else { throw .argument("\(name) is empty; give the path of a file") }
  return path
}

@c @implementation
package func aucat_render_file(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ input: UnsafePointer<CChar>?, _ output: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aucat_render_options>?, _ progress: aucat_render_fn?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: progress, context: context)
    let output = try path(output, "output")
    let file = try AudioFile(reading: path(input, "input"))
    let target = try FileTarget(output, like: file.fileFormat)
    try rendering.run(from: FileSource(file), sampleRate: file.fileFormat.sampleRate, opened: target.open)
    try target.finish()
  }
}
