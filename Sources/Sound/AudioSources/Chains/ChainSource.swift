public import AudioFiles
public import RenderChain

/// A chain applied to a source: like a `RenderJob`, but pulled.
///
/// The plugins run in this process, which a crash of theirs ends, or in processes of their own: then a plugin that
/// fails is bypassed.
public final class ChainSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The source's sample rate, with the number of channels at the end of the chain.
  public let format: AudioFormat
  private let source: any AudioSource
  private let render: PulledRender
  private let tail: RenderOptions.Tail

  /// Creates a source that applies a chain to another one.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings.
  ///   - source: the sound that they process.
  ///   - options: how it is rendered.
  ///   - blockLength: the number of frames that plugins process at a time.
  ///   - bundleDirectories: see `HostSettings.bundleDirectories`.
  ///   - isolation: which plugins share a process; by default they run in this one.
  ///   - renderer: the program that hosts them, an `aucat-render`; nil for the one that is installed with this library.
  ///   - environment: the environment of those processes; nil for this process's.
  ///   - timeout: the time limit for a block, or for one step of a plugin's start, in seconds.
  ///   - fell: called by ``read(into:count:)``, once for each plugin whose process has failed. The read throws the
  ///     error that it throws.
  ///   - log: receives plugins' log messages.
  /// - Throws: `ChainError`.
  public init(
    _ chain: RenderChain, over source: any AudioSource, options: RenderOptions = RenderOptions(),
    blockLength: Int = 512, bundleDirectories: [String]? = nil,
    isolation: PluginIsolation = .none, renderer: String? = nil, environment: [String: String]? = nil,
    timeout: Double = 10, fell: @escaping (ChainError) throws -> Void = { throw $0 },
    log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws {
    var job = RenderJob(
      chain, sampleRate: source.format.sampleRate, blockLength: blockLength, channels: source.channelCount,
      options: options)
    job.bundleDirectories = bundleDirectories
    self.source = source
    tail = options.tail
    render = try PulledRender(
      job, from: source, log: log,
      hosts: { (plan, settings) throws(ChainError) in
        try PluginHosts(
          isolation, of: plan, settings, renderer: renderer, environment: environment, timeout: timeout)
      }, fell: fell)
    format = try render.format
  }

  /// The length of the source plus the tail; nil if the source's is unknown, or the tail lasts until it is silent.
  public var length: Int? {
    guard case .seconds(let seconds) = tail else { return nil }
    return source.length.map { $0 + Int((seconds * format.sampleRate).rounded()) }
  }

  /// Whether the source can seek. Plugins keep their state: what they still hold of the previous sound is heard.
  public var canSeek: Bool { source.canSeek }

  /// Reads the next frames.
  ///
  /// - Throws: `ChainError`, and what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    try render.read(into: channels, count: count)
  }

  /// Continues rendering from the source's new position.
  package func restart() throws { try render.restart() }

  /// Moves the source to a frame.
  ///
  /// - Throws: what the source throws.
  public func seek(to frame: Int) throws {
    try source.seek(to: frame)
    try render.restart()
  }
}
