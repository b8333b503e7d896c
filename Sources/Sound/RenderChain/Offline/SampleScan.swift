/// Looks for sound in samples.
enum SampleScan {
  // SAFETY: Callers pass `count` samples.

  /// Whether any of the samples differs from 0.
  static func hasSound(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    for frame in 0..<count where samples[frame] != 0 { return true }
    return false
  }
}
