/// A float whose magnitude can be compared as an integer, which is faster and detects infinities and NaN.
protocol MeterSample: BinaryFloatingPoint {
  associatedtype Bits: FixedWidthInteger & UnsignedInteger
  var magnitudeBits: Bits { get }
  var asDouble: Double { get }
}

extension Float: MeterSample {
  var magnitudeBits: UInt32 { bitPattern & 0x7FFF_FFFF }
  var asDouble: Double { Double(self) }
}

extension Double: MeterSample {
  var magnitudeBits: UInt64 { bitPattern & 0x7FFF_FFFF_FFFF_FFFF }
  var asDouble: Double { self }
}

/// One channel's samples in a buffer.
struct ChannelSamples<Sample: MeterSample> {
  // SAFETY: Samples are read within the buffer's valid frames, and the buffer outlives the value.

  let first: UnsafeMutablePointer<Sample>
  let stride: Int
  let count: Int

  init(
    _ channels: UnsafeBufferPointer<UnsafeMutablePointer<Sample>>, of buffer: AudioBuffer, channel: Int
  ) {
    first = buffer.format.isInterleaved ? channels[0] + channel : channels[channel]
    stride = buffer.stride
    count = buffer.frameLength
  }

  private func reduce<Result>(_ start: Result, _ body: (inout Result, Sample) -> Void) -> Result {
    var result = start
    if stride == 1 {
      for index in 0..<count { body(&result, first[index]) }
    } else {
      for index in 0..<count { body(&result, first[index &* stride]) }
    }
    return result
  }

  var largestMagnitude: Sample.Bits { reduce(0) { $0 = max($0, $1.magnitudeBits) } }

  var largestFiniteMagnitude: Sample.Bits { reduce(0) { if $1.isFinite { $0 = max($0, $1.magnitudeBits) } } }

  var nonFiniteCount: Int64 { reduce(0) { if !$1.isFinite { $0 += 1 } } }

  /// How many samples exceed full scale; NaN doesn't.
  var excessCount: Int64 {
    let (one, infinity) = (Sample(1).magnitudeBits, Sample.infinity.magnitudeBits)
    return reduce(0) { if $1.magnitudeBits > one && $1.magnitudeBits <= infinity { $0 += 1 } }
  }

  /// The largest magnitude of a sample that isn't NaN.
  var largestNumber: Sample.Bits {
    let infinity = Sample.infinity.magnitudeBits
    return reduce(0) { if $1.magnitudeBits <= infinity { $0 = max($0, $1.magnitudeBits) } }
  }

  /// The index of the first sample that exceeds full scale; nil if none does.
  var firstExcess: Int? {
    for index in 0..<count where abs(first[index &* stride]) > 1 { return index }
    return nil
  }

  /// The first sample with this magnitude; nil if there is none.
  func first(_ magnitude: Sample.Bits) -> (index: Int, value: Sample)? {
    for index in 0..<count where first[index &* stride].magnitudeBits == magnitude {
      return (index, first[index &* stride])
    }
    return nil
  }
}
