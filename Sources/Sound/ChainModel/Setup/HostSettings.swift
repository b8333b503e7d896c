/// The settings that all plugins of a chain get when they are instantiated.
public struct HostSettings: Sendable {
  /// The sample rate in hertz.
  public var sampleRate: Double
  /// The longest block, in frames: 1 to 65,536; the length of every block if a plugin requires that.
  public var blockLength: Int
  /// Whether the chain is played live.
  public var mode: HostFeature.Mode
  /// The directories whose bundles may be loaded, directly or through links in them; nil for any bundle. Pass those of
  /// the search path if bundles come from a catalog that others may write: a plugin's code has the caller's rights.
  public var bundleDirectories: [String]?
  /// The folder for the files of plugins' states; nil if plugins may create none.
  public var stateFolder: String?
  /// Whether plugins are deactivated and cleaned up when their chain is released.
  package var cleansUp = true
  /// Whether the time and memory that plugins take are measured.
  package var measuresPlugins = false
  /// Functions that are called around each run of the plugin under test.
  package var runHooks: RunHooks?
  /// Whether a plugin's outputs share the memory of its inputs, as far as their numbers allow.
  package var processesInPlace = false
  /// Whether a plugin with one input runs once for each channel, however many outputs it has: see ``ChannelPlan``.
  package var splitsChannels = false
  /// Whether plugins compute with denormals, as in hosts that don't flush them to zero.
  package var keepsDenormals = false
  /// Called with plugins' log messages (`log:log`), and with an error for each file of their bundles that can't be
  /// used, on any thread except the render thread of a live chain. There, plugins may only log a `log:Trace`; traces
  /// are delivered a little later, cut to 496 bytes each, with a count of those that were lost.
  public var log: @Sendable (PluginMessage) -> Void

  /// The valid sample rates, in hertz.
  public static let sampleRates = 1.0...16_777_216
  /// The valid numbers of channels.
  public static let channelCounts = 0...1_024
  /// The valid block lengths, in frames.
  public static let blockLengths = 1...65_536
  /// Maximum number of channels that a child renders.
  package static let renderedChannels = 64
  /// The valid lengths of a render's tail, in seconds.
  package static let tailLengths = 0.0...1e6

  /// Settings, with defaults for rendering files.
  public init(sampleRate: Double, blockLength: Int = 512, mode: HostFeature.Mode = .offline) {
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.mode = mode
    log = { _ in }
  }
}
