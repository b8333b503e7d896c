/// Finds the loudest sample of a sound, buffer by buffer.
///
/// Samples that are not finite are counted and otherwise ignored. It doesn't allocate. Use it from one thread at a
/// time.
public struct PeakMeter: Sendable {
  // SAFETY: Samples are read within the buffer's valid frames, during the call.

  /// A sample and its place.
  public struct Peak: Hashable, Sendable {
    /// The sample's value, with its sign.
    public var value: Double
    /// The frame, from 0, over all buffers.
    public var frame: Int64
    /// The channel, from 0.
    public var channel: Int
  }

  /// The loudest sample; the first of several equal ones, by frame and then by channel. Nil while everything is silent.
  public private(set) var peak: Peak?
  /// The number of samples that were infinite or NaN.
  public private(set) var nonFiniteCount: Int64 = 0
  /// The number of frames that have been measured.
  public private(set) var frameCount: Int64 = 0

  /// Creates a meter that has measured nothing.
  public init() {}

  /// Measures the valid frames of a buffer of float32 or float64; other types are a programming error.
  public mutating func add(_ buffer: AudioBuffer) {
    if let channels = buffer.float32Channels {
      add(channels, buffer)
    } else if let channels = buffer.float64Channels {
      add(channels, buffer)
    } else {
      preconditionFailure("a peak meter takes floats")
    }
    frameCount += Int64(buffer.frameLength)
  }

  private mutating func add<Sample: MeterSample>(
    _ channels: UnsafeBufferPointer<UnsafeMutablePointer<Sample>>, _ buffer: AudioBuffer
  ) {
    for channel in 0..<buffer.format.channelCount {
      let samples = ChannelSamples(channels, of: buffer, channel: channel)
      // Only a buffer that may hold a new peak is searched sample by sample.
      let loudest = samples.largestMagnitude
      if loudest >= Sample.infinity.magnitudeBits { nonFiniteCount += samples.nonFiniteCount }
      note(samples, loudest: loudest, channel: channel)
    }
  }

  private mutating func note<Sample: MeterSample>(
    _ samples: ChannelSamples<Sample>, loudest: Sample.Bits, channel: Int
  ) {
    let magnitude =
      loudest < Sample.infinity.magnitudeBits ? loudest : samples.largestFiniteMagnitude
    guard magnitude > 0, let (index, value) = samples.first(magnitude) else { return }
    let found = Peak(value: value.asDouble, frame: frameCount + Int64(index), channel: channel)
    guard let peak else { return self.peak = found }
    let isLouder = abs(found.value) > abs(peak.value)
    if isLouder || (abs(found.value) == abs(peak.value) && found.frame < peak.frame) { self.peak = found }
  }
}
