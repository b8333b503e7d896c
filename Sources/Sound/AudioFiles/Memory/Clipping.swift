/// The samples of a sound that integers could not hold: those beyond full scale, which were clipped.
public struct Clipping: Hashable, Sendable {
  /// A sample and its place.
  public struct Place: Hashable, Sendable {
    /// The frame, from 0.
    public var frame: Int64
    /// The channel, from 0.
    public var channel: Int
  }

  /// The number of samples that exceeded full scale.
  public internal(set) var sampleCount: Int64
  /// The magnitude of the loudest sample, where 1 is full scale; it may be infinite.
  public internal(set) var peak: Double
  /// The place of the loudest sample; of the first if several are equally loud.
  public internal(set) var loudest: Place
  /// The place of the first sample, by frame and then by channel.
  public internal(set) var first: Place
}

/// Finds the samples that integers can't hold, buffer by buffer. Doesn't allocate.
struct ClippingMeter {
  // SAFETY: Samples are read within the buffer's valid frames, during the call.

  /// The clipped samples so far; nil if there are none.
  private(set) var clipping: Clipping?

  /// Measures the valid frames of a buffer, unless its samples are integers themselves.
  ///
  /// - Parameter start: the buffer's first frame in the sound.
  mutating func add(_ buffer: AudioBuffer, at start: Int64) {
    if let channels = buffer.float32Channels {
      add(channels, of: buffer, at: start)
    } else if let channels = buffer.float64Channels {
      add(channels, of: buffer, at: start)
    }
  }

  private mutating func add<Sample: MeterSample>(
    _ channels: UnsafeBufferPointer<UnsafeMutablePointer<Sample>>, of buffer: AudioBuffer, at start: Int64
  ) {
    for channel in 0..<buffer.format.channelCount {
      let samples = ChannelSamples(channels, of: buffer, channel: channel)
      guard samples.largestMagnitude > Sample(1).magnitudeBits, let first = samples.firstExcess,
        let loudest = samples.first(samples.largestNumber)
      else { continue }
      note(
        Clipping(
          sampleCount: samples.excessCount, peak: abs(loudest.value.asDouble),
          loudest: Clipping.Place(frame: start + Int64(loudest.index), channel: channel),
          first: Clipping.Place(frame: start + Int64(first), channel: channel)))
    }
  }

  /// Adds the clipped samples of a buffer's channel; channels come in order.
  private mutating func note(_ new: Clipping) {
    guard var sum = clipping else { return clipping = new }
    sum.sampleCount += new.sampleCount
    if new.first.frame < sum.first.frame { sum.first = new.first }
    if new.peak > sum.peak || (new.peak == sum.peak && new.loudest.frame < sum.loudest.frame) {
      (sum.peak, sum.loudest) = (new.peak, new.loudest)
    }
    clipping = sum
  }
}
