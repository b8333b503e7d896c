/// Where the samples of one channel lie: the first one's address, and how many bytes lead from one to the next.
package struct SampleRun {
  /// The form of each sample.
  package let form: StoredSample
  /// The first sample's address; it need not be aligned.
  package let address: UnsafeMutableRawPointer
  /// From one sample to the next, in bytes.
  package let stride: Int

  /// A run of samples that lie `channels` samples apart.
  package init(_ form: StoredSample, _ address: UnsafeMutableRawPointer, channels: Int) {
    self.form = form
    self.address = address
    stride = form.byteCount * channels
  }
}

/// Copies the samples of one channel and changes their form on the way. The runs must not overlap.
///
/// Real-time safe: no allocation, no lock.
package func copySamples(_ source: SampleRun, to target: SampleRun, count: Int) {
  if source.form == target.form && source.stride == target.stride && source.stride == source.form.byteCount {
    target.address.copyMemory(from: source.address, byteCount: count * source.stride)
    return
  }
  switch source.form {
  case .uint8: copy(UInt8Form.self, source, target, count)
  case .int8: copy(Int8Form.self, source, target, count)
  case .int16: copy(Int16Form.self, source, target, count)
  case .int24: copy(Int24Form.self, source, target, count)
  case .int32: copy(Int32Form.self, source, target, count)
  case .float32: copy(Float32Form.self, source, target, count)
  case .float64: copy(Float64Form.self, source, target, count)
  }
}

@inline(__always)
private func copy<Source: SampleForm>(_ form: Source.Type, _ source: SampleRun, _ target: SampleRun, _ count: Int) {
  switch target.form {
  case .uint8: copy(form, UInt8Form.self, source, target, count)
  case .int8: copy(form, Int8Form.self, source, target, count)
  case .int16: copy(form, Int16Form.self, source, target, count)
  case .int24: copy(form, Int24Form.self, source, target, count)
  case .int32: copy(form, Int32Form.self, source, target, count)
  case .float32: copy(form, Float32Form.self, source, target, count)
  case .float64: copy(form, Float64Form.self, source, target, count)
  }
}

/// The loop for mono and for one channel of stereo has strides that the compiler knows, so that it copies many samples at
/// once.
@inline(__always)
private func copy<Source: SampleForm, Target: SampleForm>(
  _: Source.Type, _: Target.Type, _ source: SampleRun, _ target: SampleRun, _ count: Int
) {
  let (from, to) = (UnsafeRawPointer(source.address), target.address)
  switch (source.stride, target.stride) {
  case (Source.byteCount, Target.byteCount):
    loop(Source.self, Target.self, from, Source.byteCount, to, Target.byteCount, count)
  case (2 * Source.byteCount, Target.byteCount):
    loop(Source.self, Target.self, from, 2 * Source.byteCount, to, Target.byteCount, count)
  case (Source.byteCount, 2 * Target.byteCount):
    loop(Source.self, Target.self, from, Source.byteCount, to, 2 * Target.byteCount, count)
  default: loop(Source.self, Target.self, from, source.stride, to, target.stride, count)
  }
}

@inline(__always)
private func loop<Source: SampleForm, Target: SampleForm>(
  _: Source.Type, _: Target.Type, _ source: UnsafeRawPointer, _ sourceStride: Int,
  _ target: UnsafeMutableRawPointer, _ targetStride: Int, _ count: Int
) {
  var index = 0
  while index < count {
    Target.store(Source.load(source + index &* sourceStride), target + index &* targetStride)
    index &+= 1
  }
}
