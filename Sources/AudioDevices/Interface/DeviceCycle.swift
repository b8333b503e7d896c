/// What is called for each block, on the render thread: a C function, because a call of one counts no references.
///
/// The function must not wait, allocate or lock. It fills all outputs, and may write to the cycle's `sent` and `sentCount`.
public struct DeviceCall: @unchecked Sendable {
  // SAFETY: the caller keeps what `context` points to until ``AudioDevice/stop()`` has returned; one thread at a time calls.

  /// The type of the function. Its second argument is the address of a ``DeviceCycle``; C can't name that type:
  /// `cycle.assumingMemoryBound(to: DeviceCycle.self).pointee`.
  public typealias Function = @convention(c) (_ context: UnsafeMutableRawPointer?, _ cycle: UnsafeRawPointer) -> Void

  /// What is called.
  public let function: Function
  /// What it gets as its first argument.
  public let context: UnsafeMutableRawPointer?

  /// Creates a call.
  public init(_ function: @escaping Function, context: UnsafeMutableRawPointer?) {
    self.function = function
    self.context = context
  }
}

/// One block for the render thread, in memory of the device that is valid during the call.
public struct DeviceCycle: BitwiseCopyable {
  // SAFETY: there are as many inputs and outputs as requested, each of `frames` samples, unless the pointer is nil
  // because there are none; `sent` is the device's memory, of which `sentCount` elements are used after the call.

  /// The sound of each input.
  public var inputs: UnsafePointer<UnsafePointer<Float>>?
  /// Where the sound of each output goes.
  public var outputs: UnsafePointer<UnsafeMutablePointer<Float>>?
  /// How long the block is.
  public var frames: Int
  /// A bit for each input that has its first connection since the block before.
  public var startsInput: UInt64
  /// A bit for each output that has its first connection since the block before.
  public var startsOutput: UInt64
  /// The events that have come, by ascending frames.
  public var midi: UnsafeBufferPointer<DeviceMIDI>
  /// Room for events to send, by ascending frames.
  public var sent: UnsafeMutableBufferPointer<DeviceMIDI>
  /// How many events are sent; 0 before the call.
  public var sentCount: UnsafeMutablePointer<Int>
  /// Where the transport is.
  public var position: DevicePosition
  /// When the render thread was called: nanoseconds of `CLOCK_MONOTONIC`.
  public var entry: Int64
  /// How long a block takes to sound, in nanoseconds; 0 where there is no deadline.
  public var period: Int64

  /// How many events a device passes on in a block; it drops those after them.
  public static var mostEvents: Int { 1_024 }
}

extension DeviceCycle {
  /// A block without channels, frames or events.
  init(sentCount: UnsafeMutablePointer<Int>) {
    // SAFETY: empty buffers need no memory.
    (inputs, outputs, frames, startsInput, startsOutput) = (nil, nil, 0, 0, 0)
    midi = UnsafeBufferPointer(start: nil, count: 0)
    sent = UnsafeMutableBufferPointer(start: nil, count: 0)
    (self.sentCount, position, entry, period) = (sentCount, DevicePosition(), 0, 0)
  }
}

/// A MIDI message.
public struct DeviceMIDI: BitwiseCopyable {
  // SAFETY: `bytes` has `size` bytes: during the call for what has come, until the call returns for what is sent.

  /// Its place in the block.
  public var frame: UInt32
  /// Its length in bytes.
  public var size: UInt32
  /// Its bytes, the status byte first.
  public var bytes: UnsafePointer<UInt8>

  /// Creates a message.
  public init(frame: UInt32, size: UInt32, bytes: UnsafePointer<UInt8>) {
    self.frame = frame
    self.size = size
    self.bytes = bytes
  }
}

/// Where the transport is at the start of a block.
public struct DevicePosition: Hashable, BitwiseCopyable, Sendable {
  /// The frame since the beginning.
  public var frame: Int64 = 0
  /// 1 while it rolls, 0 while it stands.
  public var speed: Float = 0
  /// Beats a minute.
  public var beatsPerMinute: Float = 0
  /// The bar, from 0.
  public var bar: Int64 = 0
  /// The beat in the bar, from 0.
  public var barBeat: Double = 0
  /// How many beats a bar has.
  public var beatsPerBar: Float = 0
  /// The note value of a beat, such as 4.
  public var beatUnit: Int32 = 0
  /// Whether tempo, bar and beat are known.
  public var hasBeats = false
  /// Whether blocks come as fast as they can.
  public var isFreewheeling = false

  /// The beginning, standing still.
  @_noLocks public init() {}
}
