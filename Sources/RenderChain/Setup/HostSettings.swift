/// What all plugins of a chain are told when they are instantiated.
public struct HostSettings: Sendable {
  /// In hertz.
  public var sampleRate: Double
  /// The longest block, in frames: 1 to 65,536. It is the length of every block where a plugin requires that.
  public var blockLength: Int
  /// Whether the chain is heard while it is computed.
  public var mode: HostFeature.Mode
  /// The folder for files of plugins' states; nil where plugins may make none.
  public var stateFolder: String?
  /// Whether plugins are deactivated and cleaned up when their chain goes.
  var cleansUp = true
  /// Takes what plugins log (`log:log`), on any thread.
  public var log: @Sendable (PluginMessage) -> Void

  /// The sample rates that a chain can be asked for, in hertz.
  public static let sampleRates = 1.0...16_777_216
  /// The numbers of channels that a chain can be asked for.
  public static let channelCounts = 0...1_024
  /// The lengths of a block that a chain can be asked for, in frames.
  public static let blockLengths = 1...65_536

  /// Settings; the rest is for files.
  public init(sampleRate: Double, blockLength: Int = 512, mode: HostFeature.Mode = .offline) {
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.mode = mode
    log = { _ in }
  }
}
