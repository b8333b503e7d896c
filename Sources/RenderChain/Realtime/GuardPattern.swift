/// What lies before samples of ``GuardedMemory``.
struct GuardPattern {
  /// As a sample it is no sound that a plugin would write, and silence to one that reads too far: a denormal number.
  static var word: UInt32 { 0x0015_A5C3 }

  /// Whether the 64 bytes before samples are as they were. Real-time safe.
  ///
  /// SAFETY: the samples begin memory of `GuardedMemory`, which has at least as many bytes before its start.
  @_noLocks static func isIntact(before samples: UnsafeMutablePointer<Float>) -> Bool {
    var difference: UInt32 = 0
    for place in 1...16 { difference |= samples[-place].bitPattern ^ word }
    return difference == 0
  }
}
