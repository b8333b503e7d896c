/// A MIDI message of up to three bytes within a block.
public struct MIDIEvent: Hashable, Sendable, BitwiseCopyable {
  /// Its time, in frames from the block's start.
  public var frame: UInt32
  /// How many of ``bytes`` are valid: 1 to 3.
  public var count: UInt8
  /// The message: status and data, the rest 0.
  public var bytes: SIMD3<UInt8>

  /// Creates a message.
  public init(frame: UInt32, status: UInt8, data1: UInt8? = nil, data2: UInt8? = nil) {
    self.frame = frame
    count = 1 + (data1 == nil ? 0 : 1) + (data2 == nil ? 0 : 1)
    bytes = SIMD3(status, data1 ?? 0, data2 ?? 0)
  }
}
