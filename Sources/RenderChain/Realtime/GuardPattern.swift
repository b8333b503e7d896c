/// The pattern before the samples of ``GuardedMemory``.
struct GuardPattern {
  /// A denormal number: no plugin would write it as a sample, and to one that reads too far it is silence.
  static var word: UInt32 { 0x0015_A5C3 }

  /// Whether the 64 bytes before samples are intact. Real-time safe.
  ///
  /// SAFETY: the samples begin memory of `GuardedMemory`, which has at least as many bytes before its start.
  @_noLocks static func isIntact(before samples: UnsafeMutablePointer<Float>) -> Bool {
    var difference: UInt32 = 0
    for place in 1...16 { difference |= samples[-place].bitPattern ^ word }
    return difference == 0
  }
}
