/// What a device is like once it is open.
public struct DeviceFormat: Hashable, Sendable {
  /// The name that others see.
  public var clientName: String
  /// In Hz.
  public var sampleRate: Double
  /// The frames of a block. It may change while the device runs: ``DeviceNotice/blockLength(_:)``.
  public var blockLength: Int
  /// Whether the render thread has real-time priority.
  public var isRealtime: Bool

  /// Creates a format.
  public init(clientName: String, sampleRate: Double, blockLength: Int, isRealtime: Bool) {
    self.clientName = clientName
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.isRealtime = isRealtime
  }
}
