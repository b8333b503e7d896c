/// The location of one channel's samples: the address of the first one, and the distance between two of them.
package struct SampleRun {
  // SAFETY: The creator of a run vouches for `count` samples at its stride, and for memory that outlives the copy.

  /// The form of each sample.
  package let form: StoredSample
  /// The first sample's address; it need not be aligned.
  package let address: UnsafeMutableRawPointer
  /// The distance between two samples, in bytes.
  package let stride: Int

  /// A run of samples at a distance of `channels` samples.
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
  case .int8: copy(from: Int8Form.self, source, to: target, count: count)
  case .int16: copy(from: Int16Form.self, source, to: target, count: count)
  case .int24: copy(from: Int24Form.self, source, to: target, count: count)
  case .int32: copy(from: Int32Form.self, source, to: target, count: count)
  case .float32: copy(from: Float32Form.self, source, to: target, count: count)
  case .float64: copy(from: Float64Form.self, source, to: target, count: count)
  }
}

@inline(__always)
private func copy<Source: SampleForm>(from form: Source.Type, _ source: SampleRun, to target: SampleRun, count: Int) {
  switch target.form {
  case .uint8: copy(from: form, to: UInt8Form.self, source, target, count: count)
  case .int8: copy(from: form, to: Int8Form.self, source, target, count: count)
  case .int16: copy(from: form, to: Int16Form.self, source, target, count: count)
  case .int24: copy(from: form, to: Int24Form.self, source, target, count: count)
  case .int32: copy(from: form, to: Int32Form.self, source, target, count: count)
  case .float32: copy(from: form, to: Float32Form.self, source, target, count: count)
  case .float64: copy(from: form, to: Float64Form.self, source, target, count: count)
  }
}

/// The strides for mono and for one channel of stereo are known to the compiler, so it can vectorize those loops.
@inline(__always)
private func copy<Source: SampleForm, Target: SampleForm>(
  from _: Source.Type, to _: Target.Type, _ source: SampleRun, _ target: SampleRun, count: Int
) {
  // SAFETY: Each case passes the strides that the runs have, so the loop stays within them.
  let (from, to) = (UnsafeRawPointer(source.address), target.address)
  switch (source.stride, target.stride) {
  case (Source.byteCount, Target.byteCount):
    loop(
      from: Source.self, to: Target.self, source: from, sourceStride: Source.byteCount, target: to,
      targetStride: Target.byteCount, count: count)
  case (2 * Source.byteCount, Target.byteCount):
    loop(
      from: Source.self, to: Target.self, source: from, sourceStride: 2 * Source.byteCount, target: to,
      targetStride: Target.byteCount, count: count)
  case (Source.byteCount, 2 * Target.byteCount):
    loop(
      from: Source.self, to: Target.self, source: from, sourceStride: Source.byteCount, target: to,
      targetStride: 2 * Target.byteCount, count: count)
  default:
    loop(
      from: Source.self, to: Target.self, source: from, sourceStride: source.stride, target: to,
      targetStride: target.stride, count: count)
  }
}

@inline(__always)
private func loop<Source: SampleForm, Target: SampleForm>(
  from _: Source.Type, to _: Target.Type, source: UnsafeRawPointer, sourceStride: Int,
  target: UnsafeMutableRawPointer, targetStride: Int, count: Int
) {
  // SAFETY: The index stays below `count`, the number of samples that both runs have; forms access memory unaligned.
  var index = 0
  while index < count {
    Target.store(Source.load(source + index &* sourceStride), target + index &* targetStride)
    index &+= 1
  }
}
