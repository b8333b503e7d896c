/// The location of one channel's samples: the address of the first one, and the distance between two of them.
package struct SampleRun {
  // SAFETY: The creator of a run vouches for `count` samples at its stride, and for memory that outlives the copy.

  /// The form of each sample.
  package let form: StoredSample
  /// The first sample's address; it need not be aligned.
  package let address: UnsafeMutableRawPointer
  /// The distance between two samples, in bytes.
  package let stride: Int

  /// Creates a run whose samples are `channels` samples apart.
  package init(_ form: StoredSample, _ address: UnsafeMutableRawPointer, channels: Int) {
    self.form = form
    self.address = address
    stride = form.byteCount * channels
  }
}

/// Copies the samples of one channel and converts their form. The runs must not overlap.
///
/// Real-time safe: no allocation, no lock.
package func copySamples(_ source: SampleRun, to target: SampleRun, count: Int) {
  if source.form == target.form && source.stride == target.stride && source.stride == source.form.byteCount {
    target.address.copyMemory(from: source.address, byteCount: count * source.stride)
    return
  }
  switch source.form {
  case .uint8: copy(from: UInt8Form.self, source, to: target, count: count)
  case .int8: copy(from: IntegerForm<Int8>.self, source, to: target, count: count)
  case .int16: copy(from: IntegerForm<Int16>.self, source, to: target, count: count)
  case .int24: copy(from: Int24Form.self, source, to: target, count: count)
  case .int32: copy(from: IntegerForm<Int32>.self, source, to: target, count: count)
  case .float32: copy(from: FloatForm<Float>.self, source, to: target, count: count)
  case .float64: copy(from: FloatForm<Double>.self, source, to: target, count: count)
  }
}

@inline(__always)
private func copy<Source: SampleForm>(from form: Source.Type, _ source: SampleRun, to target: SampleRun, count: Int) {
  switch target.form {
  case .uint8: copy(from: form, to: UInt8Form.self, source, target, count: count)
  case .int8: copy(from: form, to: IntegerForm<Int8>.self, source, target, count: count)
  case .int16: copy(from: form, to: IntegerForm<Int16>.self, source, target, count: count)
  case .int24: copy(from: form, to: Int24Form.self, source, target, count: count)
  case .int32: copy(from: form, to: IntegerForm<Int32>.self, source, target, count: count)
  case .float32: copy(from: form, to: FloatForm<Float>.self, source, target, count: count)
  case .float64: copy(from: form, to: FloatForm<Double>.self, source, target, count: count)
  }
}

@inline(__always)
private func copy<Source: SampleForm, Target: SampleForm>(
  from _: Source.Type, to _: Target.Type, _ source: SampleRun, _ target: SampleRun, count: Int
) {
  // SAFETY: Each case passes the strides that the runs have, and the index stays below `count`, the number of samples
  // that both runs have; forms access memory unaligned.
  let (from, to) = (UnsafeRawPointer(source.address), target.address)
  @inline(__always) func loop(_ sourceStride: Int, _ targetStride: Int) {
    var index = 0
    while index < count {
      Target.store(Source.load(from + index &* sourceStride), to + index &* targetStride)
      index &+= 1
    }
  }
  // The strides for mono and for one channel of stereo are known to the compiler, so it can vectorize those loops.
  switch (source.stride, target.stride) {
  case (Source.byteCount, Target.byteCount): loop(Source.byteCount, Target.byteCount)
  case (2 * Source.byteCount, Target.byteCount): loop(2 * Source.byteCount, Target.byteCount)
  case (Source.byteCount, 2 * Target.byteCount): loop(Source.byteCount, 2 * Target.byteCount)
  default: loop(source.stride, target.stride)
  }
}
