public import MIDI

/// One cycle, as a device's process callback hands it to a ``LiveChain``: plain memory, valid during the call.
public struct LiveCycle: BitwiseCopyable {
  // SAFETY: The memory is the caller's: the chain's channels, of `frames` samples each, and `sent` with `sentCount`.

  /// A pointer to each input channel; nil for a chain without inputs.
  public var inputs: UnsafePointer<UnsafePointer<Float>>?
  /// A pointer to each output channel.
  public var outputs: UnsafePointer<UnsafeMutablePointer<Float>>
  /// The number of frames, which may be 0.
  public var frames: Int
  /// A bit for each of the first 64 inputs: set if it is newly connected in this cycle, so that its sound is faded in.
  public var startsInput: UInt64
  /// A bit for each of the first 64 outputs: set if it is connected in this cycle but was not before.
  public var startsOutput: UInt64
  /// Incoming MIDI, in the order of its frames. A frame beyond the cycle counts as its last one.
  public var midi: UnsafeBufferPointer<MIDIEvent>
  /// Room for outgoing MIDI. Its bytes are valid until the next cycle.
  public var sent: UnsafeMutableBufferPointer<MIDIEvent>
  /// The number of elements of ``sent`` that have been filled, in the order of their frames.
  public var sentCount: UnsafeMutablePointer<Int>
  /// The device's position in the song.
  public var position: LivePosition
  /// When the cycle began, by `CLOCK_MONOTONIC`, in nanoseconds; 0 if unknown.
  public var entry: Int64
  /// How long the cycle may take, in nanoseconds; 0 for no deadline, as during freewheeling.
  public var period: Int64

  /// Creates a cycle from the device's buffers.
  @_noLocks public init(
    inputs: UnsafePointer<UnsafePointer<Float>>?, outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int,
    startsInput: UInt64 = 0, startsOutput: UInt64 = 0,
    midi: UnsafeBufferPointer<MIDIEvent> = UnsafeBufferPointer(start: nil, count: 0),
    sent: UnsafeMutableBufferPointer<MIDIEvent>, sentCount: UnsafeMutablePointer<Int>, position: LivePosition,
    entry: Int64 = 0, period: Int64 = 0
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.frames = frames
    self.startsInput = startsInput
    self.startsOutput = startsOutput
    self.midi = midi
    self.sent = sent
    self.sentCount = sentCount
    self.position = position
    self.entry = entry
    self.period = period
  }
}
