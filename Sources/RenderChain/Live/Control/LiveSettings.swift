/// How a chain is played on a device.
public struct LiveSettings: Sendable {
  /// What all plugins get: the device's sample rate, and the longest block that it will ask for without splitting it. The
  /// mode is always live.
  public var host: HostSettings
  /// How long the sound is faded in at the start, and for channels that are newly connected, and out at the end, in seconds,
  /// up to ``longestRamp``; 0 for no fade.
  public var ramp = 0.05
  /// In seconds.
  public static let longestRamp = 1.0
  /// The tempo for plugins if the device knows none.
  public var beatsPerMinute: Float = 120
  /// Whether to collect what plugins send, for ``LiveChain/nextEvent()``.
  public var collectsEvents = false
  /// Whether to keep the chain's memory from being swapped out, as far as this process may.
  public var locksMemory = true

  /// The usual settings.
  public init(host: HostSettings) { self.host = host }
}
